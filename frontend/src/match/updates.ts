// A view and what the server says has changed since: together the next view.

import type { Update, View } from "../wire/types";

/** The next view; "known" where the update brings nothing new, "gap" where it builds on a view that this page does not have. */
export function applyUpdate(view: View, update: Update): View | "known" | "gap" {
  if (update.version <= view.version) return "known";
  if (update.since !== view.version || (update.history?.kept ?? 0) > view.history.length) return "gap";
  const { history, chat } = update;
  return {
    ...view,
    ...update.changed,
    version: update.version,
    history: history ? [...view.history.slice(0, history.kept), ...history.played] : view.history,
    chat: chat?.length ? [...view.chat, ...chat] : view.chat,
  };
}
