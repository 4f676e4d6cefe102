// @ts-check
/** A page for the wall of a hall: what it shows is asked for again, and changes in place. */

const body = document.body, pause = 1000 * Number(body.dataset.refreshed);

async function again() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of ["main", "footer"]) {
      const [old, now] = [document.querySelector(part), page.querySelector(part)];
      if (old && now && old.innerHTML !== now.innerHTML) old.replaceWith(now);
    }
    body.removeAttribute("data-cut");
  } catch {
    // Cut off: what is there stays, and is marked as old.
    body.setAttribute("data-cut", "");
  }
  setTimeout(again, pause);
}
if (pause > 0) setTimeout(again, pause);
