// @ts-check
// A page of this machine's own programs shows what is new by itself, while something is on its way there.

const PAUSE = 2000;

const news = () => document.querySelector("#news");

async function looks() {
  const answer = await fetch(location.href).catch(() => undefined);
  // Whoever closed it will open it again.
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector("#news"), shown = news();
    if (next && shown && next.outerHTML !== shown.outerHTML) shown.replaceWith(next);
  }
  waits();
}

function waits() {
  if (news()?.hasAttribute("data-moves")) setTimeout(looks, PAUSE);
}

waits();
