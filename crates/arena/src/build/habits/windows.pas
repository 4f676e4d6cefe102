{ What console programs use of the unit Windows, on top of Free Pascal's own. The console's calls succeed and do nothing. }
unit Windows;
{$mode objfpc}{$H+}

interface

type
  BOOL = LongBool;
  DWORD = LongWord;
  UINT = LongWord;
  HWND = THandle;
  LARGE_INTEGER = Int64;
  TLargeInteger = Int64;
  TRTLCriticalSection = System.TRTLCriticalSection;

const
  INFINITE = DWORD($FFFFFFFF);
  WAIT_OBJECT_0 = 0;
  WAIT_TIMEOUT = 258;
  WAIT_FAILED = DWORD($FFFFFFFF);
  STD_INPUT_HANDLE = DWORD(-10);
  STD_OUTPUT_HANDLE = DWORD(-11);
  STD_ERROR_HANDLE = DWORD(-12);
  THREAD_PRIORITY_NORMAL = 0;
  CP_UTF8 = 65001;

function GetTickCount: DWORD;
function GetTickCount64: QWord;
procedure Sleep(Milliseconds: DWORD);
function QueryPerformanceCounter(out Count: Int64): BOOL;
function QueryPerformanceFrequency(out Count: Int64): BOOL;

function CreateEvent(Safety: Pointer; Stays, IsSet: BOOL; Name: PChar): THandle;
function SetEvent(Handle: THandle): BOOL;
function ResetEvent(Handle: THandle): BOOL;
function CreateThread(Safety: Pointer; Stack: PtrUInt; Start, Parameter: Pointer; Flags: DWORD; out Id: DWORD): THandle;
function WaitForSingleObject(Handle: THandle; Milliseconds: DWORD): DWORD;
function CloseHandle(Handle: THandle): BOOL;
function GetCurrentThread: THandle;
function GetCurrentThreadId: DWORD;
function SetThreadPriority(Handle: THandle; Priority: Integer): BOOL;
procedure InitializeCriticalSection(var Section: TRTLCriticalSection);
procedure DeleteCriticalSection(var Section: TRTLCriticalSection);
procedure ExitProcess(Code: UINT);

function GetStdHandle(Which: DWORD): THandle;
function SetConsoleTextAttribute(Handle: THandle; Attributes: Word): BOOL;
function SetConsoleTitle(Title: PChar): BOOL;
function SetConsoleCP(Page: UINT): BOOL;
function SetConsoleOutputCP(Page: UINT): BOOL;

implementation

uses
  SysUtils, UnixType, Linux;

type
  { An event, or a thread with the event that its end sets. }
  TWaited = record
    Event: PEventState;
    Start, Parameter: Pointer;
  end;
  PWaited = ^TWaited;
  TStart = function(Parameter: Pointer): DWORD; stdcall;

var
  { A handle is its place here: elsewhere handles are numbers, not addresses. }
  Known: array[1..1024] of PWaited;
  Lock: TRTLCriticalSection;

function Waited(Handle: THandle): PWaited;
begin
  Result := nil;
  if (Handle >= Low(Known)) and (Handle <= High(Known)) then
    Result := Known[Handle];
end;

function Kept(Stays, IsSet: Boolean; Start, Parameter: Pointer): THandle;
var
  Place: THandle;
begin
  Result := 0;
  EnterCriticalSection(Lock);
  for Place := High(Known) downto Low(Known) do
    if Known[Place] = nil then
      Result := Place;
  if Result <> 0 then
  begin
    New(Known[Result]);
    Known[Result]^.Event := BasicEventCreate(nil, Stays, IsSet, '');
    Known[Result]^.Start := Start;
    Known[Result]^.Parameter := Parameter;
  end;
  LeaveCriticalSection(Lock);
end;

function GetTickCount64: QWord;
begin
  Result := SysUtils.GetTickCount64;
end;

function GetTickCount: DWORD;
begin
  Result := DWORD(SysUtils.GetTickCount64);
end;

procedure Sleep(Milliseconds: DWORD);
begin
  SysUtils.Sleep(Milliseconds);
end;

function QueryPerformanceCounter(out Count: Int64): BOOL;
var
  Now: TTimeSpec;
begin
  clock_gettime(CLOCK_MONOTONIC, @Now);
  Count := Int64(Now.tv_sec) * 1000000000 + Now.tv_nsec;
  Result := True;
end;

function QueryPerformanceFrequency(out Count: Int64): BOOL;
begin
  Count := 1000000000;
  Result := True;
end;

function CreateEvent(Safety: Pointer; Stays, IsSet: BOOL; Name: PChar): THandle;
begin
  Result := Kept(Stays, IsSet, nil, nil);
end;

function SetEvent(Handle: THandle): BOOL;
begin
  Result := Waited(Handle) <> nil;
  if Result then
    BasicEventSetEvent(Waited(Handle)^.Event);
end;

function ResetEvent(Handle: THandle): BOOL;
begin
  Result := Waited(Handle) <> nil;
  if Result then
    BasicEventResetEvent(Waited(Handle)^.Event);
end;

function Run(Parameter: Pointer): PtrInt;
begin
  Result := TStart(PWaited(Parameter)^.Start)(PWaited(Parameter)^.Parameter);
  BasicEventSetEvent(PWaited(Parameter)^.Event);
end;

function CreateThread(Safety: Pointer; Stack: PtrUInt; Start, Parameter: Pointer; Flags: DWORD; out Id: DWORD): THandle;
var
  Thread: TThreadID;
begin
  Result := Kept(True, False, Start, Parameter);
  if Result <> 0 then
  begin
    BeginThread(@Run, Known[Result], Thread);
    Id := DWORD(PtrUInt(Thread));
  end;
end;

function WaitForSingleObject(Handle: THandle; Milliseconds: DWORD): DWORD;
begin
  Result := WAIT_FAILED;
  if Waited(Handle) <> nil then
    case BasicEventWaitFor(Milliseconds, Waited(Handle)^.Event) of
      0: Result := WAIT_OBJECT_0;
      1: Result := WAIT_TIMEOUT;
    end;
end;

{ What a thread sets at its end is kept: it may still be running. }
function CloseHandle(Handle: THandle): BOOL;
begin
  Result := Waited(Handle) <> nil;
  if Result and (Known[Handle]^.Start = nil) then
  begin
    BasicEventDestroy(Known[Handle]^.Event);
    Dispose(Known[Handle]);
    Known[Handle] := nil;
  end;
end;

function GetCurrentThread: THandle;
begin
  Result := 0;
end;

function GetCurrentThreadId: DWORD;
begin
  Result := DWORD(PtrUInt(System.GetCurrentThreadId));
end;

function SetThreadPriority(Handle: THandle; Priority: Integer): BOOL;
begin
  Result := True;
end;

procedure InitializeCriticalSection(var Section: TRTLCriticalSection);
begin
  InitCriticalSection(Section);
end;

procedure DeleteCriticalSection(var Section: TRTLCriticalSection);
begin
  DoneCriticalSection(Section);
end;

procedure ExitProcess(Code: UINT);
begin
  Halt(Code);
end;

function GetStdHandle(Which: DWORD): THandle;
begin
  Result := THandle(DWORD(-10) - Which);
end;

function SetConsoleTextAttribute(Handle: THandle; Attributes: Word): BOOL;
begin
  Result := True;
end;

function SetConsoleTitle(Title: PChar): BOOL;
begin
  Result := True;
end;

function SetConsoleCP(Page: UINT): BOOL;
begin
  Result := True;
end;

function SetConsoleOutputCP(Page: UINT): BOOL;
begin
  Result := True;
end;

initialization
  InitCriticalSection(Lock);
end.
