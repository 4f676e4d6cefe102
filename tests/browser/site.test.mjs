// The site in a real browser: one server, one browser, and visitors side by side.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { isQuick, opensPictures, weighsLittle } from "./lives/alone.mjs";
import { findsNoBarrier } from "./lives/axe.mjs";
import { handsInForATeam } from "./lives/captains.mjs";
import { holdsAContest } from "./lives/contests.mjs";
import { livesAContestDay } from "./lives/day.mjs";
import { anEveningOfAStudent, anEveningOfATeacher } from "./lives/evenings.mjs";
import { playsByTouch } from "./lives/fingers.mjs";
import { isAtHome } from "./lives/home.mjs";
import { playsByNames } from "./lives/keyboard.mjs";
import { relaysAGame, relaysWithoutScript } from "./lives/operators.mjs";
import { isReadAcrossTheTable, judgesGomoku, judgesLuzhanqi, judgesPhantomGo } from "./lives/referees.mjs";
import { takesOverARoster } from "./lives/people.mjs";
import { playsInTheBrowser, playsWithAFriend, playsWithoutScript, wakesUp } from "./lives/players.mjs";
import { printsItsPages } from "./lives/prints.mjs";
import { hasNoMouse, hasNoScript } from "./lives/readers.mjs";
import { seesARestart } from "./lives/restart.mjs";
import { holdsAPhone, magnifies, pointsAtPlaces, projects } from "./lives/screens.mjs";
import { asksAHiddenGame } from "./lives/secret.mjs";
import { followsAGame, readsTables, seesAnEnd, seesBoardsMove } from "./lives/spectator.mjs";
import { meetsOddNames } from "./lives/strangers.mjs";
import { handsInAProgram } from "./lives/students.mjs";
import { hasACourse } from "./lives/teachers.mjs";
import { Visitor } from "./visitor.mjs";
import { world } from "./world.mjs";

/** @type {import("./world.mjs").World} */
let found;
after(() => found?.ends());

// While no other site of this machine has its cores: a program that is tried waits for one.
describe("at home", () => {
  test("the first minute of a student on his own machine", isAtHome);
});

describe("side by side", { concurrency: 4 }, () => {
  before(async () => void (found = await world()));
  // While its game is young; then the longest first.
  test("a spectator follows a game", () => followsAGame(found));
  test("no barrier, in English", () => findsNoBarrier(found, "en"));
  test("no barrier, in Chinese", () => findsNoBarrier(found, "zh"));
  test("a visitor sees boards move", () => seesBoardsMove(found));
  test("a spectator sees the end of a game", () => seesAnEnd(found));
  test("a reader of tables is not disturbed", () => readsTables(found));
  test("nobody sees a hidden game", () => asksAHiddenGame(found));
  test("a phone", () => holdsAPhone(found));
  test("names of places", () => pointsAtPlaces(found));
  test("twice the size", () => magnifies(found));
  test("a projector", () => projects(found));
  test("a reader without script", () => hasNoScript(found));
  test("a reader without a mouse", () => hasNoMouse(found));
  test("a teacher and a student", () => takesOverARoster(found));
  test("a teacher and his course", () => hasACourse(found));
  test("a contest of two games", () => holdsAContest(found));
  test("the whole day of a contest", () => livesAContestDay(found));
  test("a student and his program", () => handsInAProgram(found));
  test("an evening of a teacher, in English", () => anEveningOfATeacher(found, "en"));
  test("an evening of a teacher, in Chinese", () => anEveningOfATeacher(found, "zh"));
  test("an evening of a student, in English", () => anEveningOfAStudent(found, "en"));
  test("an evening of a student, in Chinese", () => anEveningOfAStudent(found, "zh"));
  test("a guest plays", () => playsInTheBrowser(found));
  test("a guest plays with a friend", () => playsWithAFriend(found));
  test("a guest plays without script", () => playsWithoutScript(found));
  test("a guest plays by keys and spoken names", () => playsByNames(found));
  test("a guest plays by touch", () => playsByTouch(found));
  test("a guest whose phone was locked and whose lid was closed", () => wakesUp(found));
  test("a captain and his team", () => handsInForATeam(found));
  test("two operators relay a game", () => relaysAGame(found));
  test("a referee judges a game of gomoku", () => judgesGomoku(found));
  test("a referee judges a game of phantomgo", () => judgesPhantomGo(found));
  test("a referee judges a game of luzhanqi", () => judgesLuzhanqi(found));
  test("a desk is read across the table", () => isReadAcrossTheTable(found));
  test("an operator without script relays a game", () => relaysWithoutScript(found));
  test("printed pages", () => printsItsPages(found));
  test("odd names", () => meetsOddNames(found));
  test("films and pictures alone", () => opensPictures(found));
  test("bytes on the wire", () => weighsLittle(found));
  test("a page that breaks its policy is noticed", noticesBreaches);
});

describe("one after the other", () => {
  test("first paint and steps", () => isQuick(found));
  test("a server stopped and started", () => seesARestart(found, "SIGTERM"));
  test("a server killed and started", () => seesARestart(found, "SIGKILL"));
});

/** The tests' own eyes: what breaks the policy, fails in its script or asks elsewhere does not go unnoticed. */
async function noticesBreaches() {
  const visitor = await Visitor.comes(found.browser, found.site.address);
  await visitor.opens("/");
  const slip = visitor.page.waitForEvent("pageerror");
  await visitor.page.evaluate(() => {
    document.body.setAttribute("style", "color:red");
    fetch("http://127.0.0.1:9/").catch(() => setTimeout(() => { throw new Error("a slip"); }));
  });
  await slip;
  await assert.rejects(visitor.leaves(), (/** @type {Error} */ error) =>
    /inline style/.test(error.message) && /127\.0\.0\.1:9/.test(error.message) && /a slip/.test(error.message));
}
