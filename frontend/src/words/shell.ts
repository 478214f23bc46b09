// What the shell around every page says.
import { words } from "./speak.svelte";

export const shell = words({
  turncoat: { en: "Turncoat", ja: "Turncoat" },
  skip: { en: "Skip to the page", ja: "本文へ移動" },
  main_menu: { en: "Main", ja: "メニュー" },
  nav_play: { en: "Play", ja: "遊ぶ" },
  nav_new: { en: "New game", ja: "対局を作る" },
  nav_lobby: { en: "Lobby", ja: "ロビー" },
  nav_rules: { en: "Rules", ja: "ルール" },
  nav_settings: { en: "Settings", ja: "設定" },
  nav_about: { en: "About", ja: "Turncoatについて" },
  to_other_language: { en: "日本語", ja: "English" },
  theme: { en: "Theme", ja: "テーマ" },
  theme_system: { en: "As the system", ja: "システムに合わせる" },
  theme_light: { en: "Light", ja: "ライト" },
  theme_dark: { en: "Dark", ja: "ダーク" },
  theme_contrast: { en: "High contrast", ja: "ハイコントラスト" },
  theme_now: { en: "Theme: {theme}. Change", ja: "テーマ：{theme}（切り替える）" },
  sound_on: { en: "Sound is on. Turn off", ja: "音：オン（消す）" },
  sound_off: { en: "Sound is off. Turn on", ja: "音：オフ（鳴らす）" },
  loading: { en: "One moment…", ja: "読み込んでいます…" },
  retry: { en: "Try again", ja: "もう一度試す" },
  offline_title: { en: "No connection", ja: "接続がありません" },
  offline_body: {
    en: "Your device is offline. Everything goes on by itself once it is back.",
    ja: "オフラインです。接続が戻ると自動的に再開します。",
  },
  server_unreachable: {
    en: "The server cannot be reached. Check the connection and try again.",
    ja: "サーバーに接続できません。接続を確認して、もう一度お試しください。",
  },
  answer_unreadable: {
    en: "The server's answer could not be read. Try again in a moment.",
    ja: "サーバーの応答を読み取れませんでした。少し待ってから、もう一度お試しください。",
  },
  failed_title: { en: "That did not work", ja: "うまくいきませんでした" },
  missing_title: { en: "There is nothing here", ja: "ページが見つかりません" },
  missing_body: {
    en: "The address may be mistyped, or the match may be gone.",
    ja: "アドレスが間違っているか、対局がすでに削除されています。",
  },
  back_home: { en: "To the games", ja: "ゲーム一覧へ" },
});
