// row 46: only its syntax is looked at; nothing of it is run
// expect OK
require("node:fs").writeFileSync("/tmp/leitai-stolen", "");
