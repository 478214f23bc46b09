// Asking again while nobody answers. Only for what may be repeated: a repeat of it changes nothing.

import { ApiError } from "./api";

const ATTEMPTS = 4;
const RETRY_MS = 900;

/** The answer to the request, tried more and more slowly until somebody answers, or until `done` says that none is needed. */
export async function withRetries<T>(request: () => Promise<T>, done: () => boolean = () => false): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.offline || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
      if (done()) throw error;
    }
  }
}
