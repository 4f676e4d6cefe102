"use strict";
{
  const one = (id) => document.getElementById(id);
  const steps = [...document.querySelectorAll("#moves li")];
  const drawn = [...document.querySelectorAll("svg [data-s]")].map((it) => [it, it.dataset.s.split(" ").map(Number)]);
  const noted = [...document.querySelectorAll("[data-at]")];
  const last = steps.length - 1;
  let at = last;
  let timer = 0;
  const show = (to) => {
    at = Math.max(0, Math.min(last, to));
    for (const [it, turns] of drawn) {
      const on = turns.filter((turn) => turn <= at).length % 2 === 1;
      it.setAttribute("visibility", on ? "visible" : "hidden");
    }
    steps.forEach((step, i) => (i === at ? step.setAttribute("aria-current", "step") : step.removeAttribute("aria-current")));
    for (const note of noted) note.classList.toggle("later", Number(note.dataset.at) > at);
    one("at").textContent = `${at} / ${last}`;
    one("did").textContent = steps[at].querySelector("button").textContent;
    one("first").textContent = steps[at].dataset.first;
    one("second").textContent = steps[at].dataset.second;
    // The list alone: the board stays where it is.
    const list = one("moves");
    list.scrollTop = steps[at].offsetTop - list.offsetTop - list.clientHeight / 2;
  };
  const play = (on) => {
    clearInterval(timer);
    timer = 0;
    if (on) {
      if (at === last) show(0);
      timer = setInterval(() => (at < last ? show(at + 1) : play(false)), 800);
    }
    one("play").setAttribute("aria-pressed", String(on));
  };
  const go = (to) => {
    play(false);
    show(to);
  };
  const keys = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(last),
    " ": () => play(timer === 0),
  };
  addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  one("back").onclick = keys.ArrowLeft;
  one("on").onclick = keys.ArrowRight;
  one("begin").onclick = keys.Home;
  one("end").onclick = keys.End;
  one("play").onclick = keys[" "];
  steps.forEach((step, i) => (step.querySelector("button").onclick = () => go(i)));
  one("keys").hidden = false;
  addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));
  show(location.hash ? Number(location.hash.slice(1)) || 0 : last);
}
