{ Library calls that a player may make; each says on a line of its own whether it worked. }
program Probe;
{$mode objfpc}{$H+}
uses
  cthreads, cwstring, BaseUnix, Unix, Classes, SysUtils, StrUtils, DateUtils, Math, Contnrs, SyncObjs, RegExpr, FPJson, JsonParser,
  MD5, SHA1, Base64, ZStream, IniFiles, Variants, TypInfo, fgl, Sockets, Resolve, Getopts, Pipes, Process, XMLRead, DOM, UriParser;

type
  TCall = function: Boolean;
  TIntegers = specialize TFPGList<Integer>;
  TWorker = class(TThread)
    procedure Execute; override;
  end;

procedure TWorker.Execute;
begin
end;

procedure T(const Name: string; Call: TCall);
begin
  try
    if Call() then WriteLn(Name, ' ok') else WriteLn(Name, ' FAILED');
  except
    on E: Exception do WriteLn(Name, ' FAILED ', E.ClassName, ' ', E.Message);
  end;
  Flush(Output);
end;

function UserName: Boolean; begin Result := GetEnvironmentVariable('USER') + GetEnvironmentVariable('HOME') <> ''; end;
function UserHome: Boolean; begin Result := GetUserDir <> ''; end;
function HostOwn: Boolean; begin Result := GetHostName <> ''; end;
function HostLocal: Boolean; begin with THostResolver.Create(nil) do Result := NameLookup('localhost'); end;
function HostAddress: Boolean; begin Result := StrToNetAddr('127.0.0.1').s_addr <> 0; end;
function HostUname: Boolean; var U: UtsName; begin Result := fpUname(U) = 0; end;
function TimeNow: Boolean; begin Result := Now > 0; end;
function TimeZone: Boolean; begin Result := GetLocalTimeOffset = GetLocalTimeOffset; end;
function TimeFormat: Boolean; begin Result := FormatDateTime('yyyy-mm-dd', Now) <> ''; end;
function TimeTick: Boolean; begin Result := GetTickCount64 > 0; end;
function TimeUnix: Boolean; begin Result := DateTimeToUnix(Now) > 0; end;
function TimeBetween: Boolean; begin Result := MilliSecondsBetween(Now, Now) >= 0; end;
function TimeSleep: Boolean; begin Sleep(1); Result := True; end;
function TimeDay: Boolean; var V: TTimeVal; begin Result := fpGetTimeOfDay(@V, nil) = 0; end;
function TimeEncode: Boolean; begin Result := EncodeDate(2020, 1, 2) > 0; end;
function RandomOwn: Boolean; begin Randomize; Result := Random(5) < 5; end;
function RandomReal: Boolean; begin Result := Random < 1; end;
function RandomRange: Boolean; begin Result := Math.RandomRange(1, 5) < 5; end;
function RandomGauss: Boolean; begin Result := RandG(0, 1) < 100; end;
function RandomGuid: Boolean; var G: TGuid; begin Result := CreateGUID(G) = 0; end;
function RandomDevice: Boolean; begin with TFileStream.Create('/dev/urandom', fmOpenRead) do begin Result := ReadByte >= 0; Free; end; end;
function HashMd5: Boolean; begin Result := Length(MD5Print(MD5String('a'))) = 32; end;
function HashSha: Boolean; begin Result := Length(SHA1Print(SHA1String('a'))) = 40; end;
function ThreadStart: Boolean; begin with TWorker.Create(False) do begin WaitFor; Free; end; Result := True; end;
function ThreadLock: Boolean; begin with TCriticalSection.Create do begin Enter; Leave; Free; end; Result := True; end;
function ThreadEvent: Boolean; begin with TEvent.Create(nil, False, True, '') do begin Result := WaitFor(10) = wrSignaled; Free; end; end;
function ThreadId: Boolean; begin Result := GetCurrentThreadId <> 0; end;
function ThreadAtomic: Boolean; var A: LongInt; begin A := 0; Result := InterlockedIncrement(A) = 1; end;
function ThreadCount: Boolean; begin Result := TThread.ProcessorCount > 0; end;
function ThreadList: Boolean; begin with Classes.TThreadList.Create do begin Add(nil); Free; end; Result := True; end;
function SystemPid: Boolean; begin Result := GetProcessID > 0; end;
function SystemEnvironment: Boolean; begin Result := GetEnvironmentVariable('PATH') <> ''; end;
function SystemCount: Boolean; begin Result := GetEnvironmentVariableCount > 0; end;
function SystemWords: Boolean; begin Result := ParamStr(0) <> ''; end;
function SystemTemporary: Boolean; begin Result := GetTempDir <> ''; end;
function SystemConfig: Boolean; begin Result := GetAppConfigDir(False) <> ''; end;
function SystemFolder: Boolean; begin Result := GetCurrentDir <> ''; end;
function SystemHeap: Boolean; begin Result := GetHeapStatus.TotalAllocated > 0; end;
function SystemLimit: Boolean; var L: TRLimit; begin Result := fpGetRLimit(RLIMIT_NOFILE, @L) = 0; end;
function SystemSignal: Boolean; begin fpSignal(SIGTERM, SignalHandler(SIG_DFL)); Result := True; end;
function SystemNice: Boolean; begin Result := fpGetPid > 0; end;
function FileList: Boolean; var F: TSearchRec; begin Result := FindFirst('*', faAnyFile, F) = 0; FindClose(F); end;
function FileExistsRoot: Boolean; begin Result := DirectoryExists('/'); end;
function FileSelf: Boolean; var F: Text; S: string; begin Assign(F, '/proc/self/status'); Reset(F); ReadLn(F, S); Close(F); Result := S <> ''; end;
function FileNull: Boolean; var F: Text; begin Assign(F, '/dev/null'); Rewrite(F); WriteLn(F, 'a'); Close(F); Result := True; end;
function FileStat: Boolean; var S: BaseUnix.Stat; begin Result := fpStat(AnsiString('/'), S) = 0; end;
function FilePipe: Boolean; var P: TFilDes; begin Result := fpPipe(P) = 0; end;
function FileSelect: Boolean; var S: TFDSet; begin fpFD_ZERO(S); Result := fpSelect(0, @S, nil, nil, 0) = 0; end;
function FileMemory: Boolean; begin with TMemoryStream.Create do begin WriteByte(1); Result := Size = 1; Free; end; end;
function FileString: Boolean; begin with TStringStream.Create('a') do begin Result := DataString = 'a'; Free; end; end;
function FileMap: Boolean; begin Result := fpMMap(nil, 4096, 3, MAP_PRIVATE or MAP_ANONYMOUS, -1, 0) <> Pointer(-1); end;
function FilePath: Boolean; begin Result := ExtractFileName('a/b') = 'b'; end;
function FileZip: Boolean; var S: TMemoryStream; begin S := TMemoryStream.Create; with TCompressionStream.Create(clDefault, S) do begin WriteByte(1); Free; end; Result := S.Size > 0; end;
function TextFormat: Boolean; begin Result := Format('%d %.2f', [1, 1.5]) <> ''; end;
function TextNumber: Boolean; begin Result := StrToIntDef('x', 1) = 1; end;
function TextSplit: Boolean; begin Result := Length('a,b'.Split([','])) = 2; end;
function TextRegExpr: Boolean; begin Result := ExecRegExpr('a+', 'aa'); end;
function TextReplace: Boolean; begin Result := StringReplace('a', 'a', 'b', []) = 'b'; end;
function TextReverse: Boolean; begin Result := ReverseString('ab') = 'ba'; end;
function TextUpper: Boolean; begin Result := UpperCase('a') = 'A'; end;
function TextTrim: Boolean; begin Result := Trim(' a ') = 'a'; end;
function TextWide: Boolean; begin Result := Length(UTF8Decode('棋')) = 1; end;
function TextUtf8: Boolean; begin Result := Length(UTF8Encode(WideChar($68CB))) = 3; end;
function TextBase64: Boolean; begin Result := EncodeStringBase64('a') = 'YQ=='; end;
function TextJson: Boolean; begin Result := GetJSON('[1]').Count = 1; end;
function TextUri: Boolean; begin Result := ParseURI('http://a/b').Host = 'a'; end;
function TextXml: Boolean; var D: TXMLDocument; begin ReadXMLFile(D, TStringStream.Create('<a/>')); Result := D.DocumentElement.TagName = 'a'; end;
function TextIni: Boolean; begin with TMemIniFile.Create('') do Result := ReadInteger('a', 'b', 1) = 1; end;
function TextCompare: Boolean; begin Result := AnsiCompareText('a', 'A') = 0; end;
function TextVariant: Boolean; var V: Variant; begin V := '1'; Result := V + 1 = 2; end;
function MathSqrt: Boolean; begin Result := Sqrt(4) = 2; end;
function MathPower: Boolean; begin Result := Power(2, 3) = 8; end;
function MathMaximum: Boolean; begin Result := Max(1, 2) = 2; end;
function MathCeil: Boolean; begin Result := Ceil(1.5) = 2; end;
function MathBits: Boolean; begin Result := PopCnt(QWord(7)) = 3; end;
function MathMask: Boolean; begin SetExceptionMask(GetExceptionMask); Result := True; end;
function MathNan: Boolean; begin Result := IsNan(NaN); end;
function MathTan: Boolean; begin Result := ArcTan2(0, 1) = 0; end;
function ListStrings: Boolean; begin with TStringList.Create do begin Add('b'); Add('a'); Sort; Result := Strings[0] = 'a'; end; end;
function ListGeneric: Boolean; begin with TIntegers.Create do begin Add(1); Result := Count = 1; end; end;
function ListObjects: Boolean; begin with TObjectList.Create do Result := Count = 0; end;
function ListHash: Boolean; begin with TFPHashList.Create do begin Add('a', nil); Result := Count = 1; end; end;
function ListQueue: Boolean; begin with TQueue.Create do begin Push(nil); Result := Count = 1; end; end;
function ListStack: Boolean; begin with TStack.Create do begin Push(nil); Result := Count = 1; end; end;
function ListArray: Boolean; var A: array of Integer; begin SetLength(A, 5); Result := Length(A) = 5; end;
function ListPointers: Boolean; begin with TList.Create do begin Add(nil); Result := Count = 1; end; end;
function ClassName0: Boolean; begin Result := TStringList.ClassName = 'TStringList'; end;
function ClassException: Boolean; begin Result := False; try raise Exception.Create('a'); except Result := True; end; end;
function ClassEnum: Boolean; begin Result := SameText(GetEnumName(TypeInfo(Boolean), 1), 'true'); end;

begin
  T('user.name', @UserName); T('user.home', @UserHome);
  T('host.own', @HostOwn); T('host.localhost', @HostLocal); T('host.address', @HostAddress); T('host.uname', @HostUname);
  T('time.now', @TimeNow); T('zone.offset', @TimeZone); T('time.format', @TimeFormat); T('time.tick', @TimeTick);
  T('time.unix', @TimeUnix); T('time.between', @TimeBetween); T('time.sleep', @TimeSleep); T('time.day', @TimeDay); T('time.encode', @TimeEncode);
  T('random.own', @RandomOwn); T('random.real', @RandomReal); T('random.range', @RandomRange); T('random.gauss', @RandomGauss);
  T('random.guid', @RandomGuid); T('random.device', @RandomDevice); T('hash.md5', @HashMd5); T('hash.sha', @HashSha);
  T('thread.start', @ThreadStart); T('thread.lock', @ThreadLock); T('thread.event', @ThreadEvent); T('thread.id', @ThreadId);
  T('thread.atomic', @ThreadAtomic); T('thread.count', @ThreadCount); T('thread.list', @ThreadList);
  T('system.pid', @SystemPid); T('system.environment', @SystemEnvironment); T('system.count', @SystemCount); T('system.words', @SystemWords);
  T('system.temporary', @SystemTemporary); T('system.config', @SystemConfig); T('system.folder', @SystemFolder); T('system.heap', @SystemHeap);
  T('system.limit', @SystemLimit); T('system.signal', @SystemSignal);
  T('file.list', @FileList); T('file.exists', @FileExistsRoot); T('file.self', @FileSelf); T('file.null', @FileNull); T('file.stat', @FileStat);
  T('file.pipe', @FilePipe); T('file.select', @FileSelect); T('file.memory', @FileMemory);
  T('file.string', @FileString); T('file.map', @FileMap); T('file.path', @FilePath); T('file.zip', @FileZip);
  T('text.format', @TextFormat); T('text.number', @TextNumber); T('text.split', @TextSplit); T('text.regexpr', @TextRegExpr);
  T('text.replace', @TextReplace); T('text.reverse', @TextReverse); T('text.upper', @TextUpper); T('text.trim', @TextTrim);
  T('text.wide', @TextWide); T('text.utf8', @TextUtf8); T('text.base64', @TextBase64); T('text.json', @TextJson); T('text.uri', @TextUri);
  T('text.xml', @TextXml); T('text.ini', @TextIni); T('text.compare', @TextCompare); T('text.variant', @TextVariant);
  T('math.sqrt', @MathSqrt); T('math.power', @MathPower); T('math.maximum', @MathMaximum); T('math.ceil', @MathCeil); T('math.bits', @MathBits);
  T('math.mask', @MathMask); T('math.nan', @MathNan); T('math.tan', @MathTan);
  T('list.strings', @ListStrings); T('list.generic', @ListGeneric); T('list.objects', @ListObjects); T('list.hash', @ListHash);
  T('list.queue', @ListQueue); T('list.stack', @ListStack); T('list.array', @ListArray); T('list.pointers', @ListPointers);
  T('class.name', @ClassName0); T('class.exception', @ClassException); T('class.enum', @ClassEnum);
end.
