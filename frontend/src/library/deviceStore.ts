// Games kept in this browser's own database; where it has none (a private window, a full disk) they last as long as the page.
import { readSaved, type SavedGame } from "./savedGame";

const DATABASE = "turncoat";
const STORE = "games";
const FORM = 1;
/** So many are kept; beyond that the ones that were not touched for longest are dropped. */
export const MOST = 5_000;

const memory = new Map<string, SavedGame>();
let opened: Promise<IDBDatabase | null> | null = null;

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((found) => {
    try {
      const asked = indexedDB.open(DATABASE, FORM);
      asked.onupgradeneeded = () => {
        if (!asked.result.objectStoreNames.contains(STORE)) asked.result.createObjectStore(STORE, { keyPath: "id" });
      };
      asked.onsuccess = () => {
        // Another tab with a newer page may want to change its form.
        asked.result.onversionchange = () => {
          asked.result.close();
          opened = null;
        };
        found(asked.result);
      };
      asked.onerror = () => found(null);
      asked.onblocked = () => found(null);
    } catch {
      found(null);
    }
  });
  return opened;
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's database failed"));
  });
}

async function work<T>(mode: IDBTransactionMode, ask: (games: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const database = await open();
    return database && (await answer(ask(database.transaction(STORE, mode).objectStore(STORE))));
  } catch {
    return null;
  }
}

/** Every game that can be read, the latest first. */
export async function allGames(): Promise<SavedGame[]> {
  const kept = (await work<unknown[]>("readonly", (games) => games.getAll())) ?? [];
  const found = new Map([...memory, ...kept.map(readSaved).flatMap((each): [string, SavedGame][] => (each ? [[each.id, each]] : []))]);
  const sorted = [...found.values()].toSorted((a, b) => b.changed - a.changed);
  for (const old of sorted.slice(MOST)) void deleteGame(old.id);
  return sorted.slice(0, MOST);
}

export async function oneGame(id: string): Promise<SavedGame | null> {
  return readSaved(await work<unknown>("readonly", (games) => games.get(id))) ?? memory.get(id) ?? null;
}

export async function keepGame(game: SavedGame): Promise<void> {
  // Taken apart: the database copies plain data only.
  const plain = JSON.parse(JSON.stringify(game)) as SavedGame;
  if ((await work("readwrite", (games) => games.put(plain))) === null) memory.set(game.id, plain);
}

export async function deleteGame(id: string): Promise<void> {
  memory.delete(id);
  await work("readwrite", (games) => games.delete(id));
}
