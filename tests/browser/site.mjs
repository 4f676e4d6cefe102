// The server under test: the debug build on a free port, with a data folder prepared before it starts.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PATIENCE } from "./visitor.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The binary that serves: `LEITAI_BIN`, or the debug build. */
export const BINARY = process.env.LEITAI_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/leitai");

/** A port that nobody listens on now. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

export class Site {
  /** @type {import("node:child_process").ChildProcess | undefined} */ #process;
  /** What the server wrote, to be shown where it fails. */ said = "";
  address = "";
  port = 0;
  folder = "";
  /** @type {string[]} */ flags = [];

  /**
   * Starts a server whose data folder `prepare` has filled.
   * @param {(folder: string) => void} prepare @param {string[]} flags
   */
  static async opens(prepare, flags = []) {
    const site = new Site();
    site.flags = flags;
    site.folder = mkdtempSync(join(tmpdir(), "leitai-site-"));
    prepare(site.folder);
    site.port = await freePort();
    site.address = `http://127.0.0.1:${site.port}`;
    // Whatever happens, nothing that was started here is left.
    process.once("exit", () => {
      site.#process?.kill("SIGKILL");
      rmSync(site.folder, { recursive: true, force: true });
    });
    await site.starts();
    return site;
  }

  /** Starts the server, on the same address and data each time; returns once it answers. */
  async starts() {
    const flags = ["serve", "--listen", `127.0.0.1:${this.port}`, "--data", this.folder, "--zone", "+08:00", ...this.flags];
    const server = spawn(BINARY, flags, { cwd: this.folder, env: { ...process.env, LEITAI_LANG: "en" } });
    this.#process = server;
    const keep = (/** @type {Buffer} */ bytes) => (this.said = (this.said + bytes).slice(-20_000));
    server.stdout.on("data", keep);
    server.stderr.on("data", keep);
    server.on("error", (error) => (this.said += error.message));
    for (const end = Date.now() + PATIENCE; ; ) {
      if (server.pid === undefined || server.exitCode !== null) assert.fail(`the server ended with ${server.exitCode}:\n${this.said}`);
      if (Date.now() > end) assert.fail(`the server does not answer:\n${this.said}`);
      const answer = await fetch(`${this.address}/health`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /**
   * Ends the server, gently or not; returns the milliseconds that it took.
   * @param {"SIGTERM" | "SIGKILL"} signal
   */
  async stops(signal = "SIGTERM") {
    const server = this.#process, began = Date.now();
    if (!server || server.exitCode !== null || server.signalCode !== null) return 0;
    const ended = once(server, "exit");
    server.kill(signal);
    // Twice what it promises: then it hangs, and nothing that was started is left.
    const late = setTimeout(() => server.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(late);
    return Date.now() - began;
  }

  /** Ends the server and removes its data. */
  async closes() {
    await this.stops();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The text at an address, which must be there. @param {string} path */
  async text(path) {
    const answer = await fetch(this.address + path);
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${answer.status} ${text.slice(0, 200)}`);
    return text;
  }

  /**
   * What `look` finds, asked until it finds anything.
   * @template T @param {string} what for whom waits in vain @param {() => Promise<T | undefined>} look
   * @param {number} patience in ms
   * @returns {Promise<T>}
   */
  async until(what, look, patience = PATIENCE) {
    for (const end = Date.now() + patience; Date.now() < end; ) {
      const found = await look();
      if (found !== undefined) return found;
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.fail(`waited in vain for ${what}; the server says:\n${this.said.slice(-2000)}`);
  }
}
