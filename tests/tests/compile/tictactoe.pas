{ Tic-tac-toe in Pascal, `beyond` dialect: plays the first empty cell. }
program TicTacToe;

procedure Say(const Words: string);
begin
  WriteLn(Words);
  Flush(Output);
end;

var
  Line: string;
begin
  Say('Beyond.Game.Tic-tac-toe.1.0');
  Say('Pascal');
  while not Eof do
  begin
    ReadLn(Line);
    if (Length(Line) = 9) and (Pos(' ', Line) > 0) then
      Say(Chr(Ord('0') + Pos(' ', Line) - 1));
  end;
end.
