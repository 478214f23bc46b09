// Hands the engine to a test in a browser, as the server's page has it: same bundler, same worker, same policy.

import { BrowserEngine, type Found, type Request } from "../../../src/engine/browserEngine";

interface Analysed {
  found: Found[];
  proved: boolean;
  failed: string | null;
  milliseconds: number;
}

let engine: BrowserEngine | null = null;

/** Whether there is an engine, and how long that took to find out. */
async function open(): Promise<number | null> {
  const begun = performance.now();
  engine?.close();
  engine = await BrowserEngine.open();
  return engine && performance.now() - begun;
}

/** What is found, until it is through or has been stopped after so many milliseconds. */
function analyse(request: Request, stopAfter: number | null): Promise<Analysed> {
  const begun = performance.now();
  const analysed: Analysed = { found: [], proved: false, failed: null, milliseconds: 0 };
  return new Promise((resolve) => {
    const end = (): void => resolve({ ...analysed, milliseconds: performance.now() - begun });
    const stop = engine?.analyse(request, {
      found: (found) => void analysed.found.push(found),
      done: (proved) => {
        analysed.proved = proved;
        end();
      },
      failed: (why) => {
        analysed.failed = why;
        end();
      },
    });
    if (stopAfter !== null) {
      setTimeout(() => {
        stop?.();
        end();
      }, stopAfter);
    }
  });
}

Object.assign(window, { engine: { open, analyse } });
