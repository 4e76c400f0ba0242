import { POLL_S } from "~/effects/activity/live/pollSeconds"

export type LiveState = "connecting" | "live" | "polling" | "paused"

export const liveWords: Readonly<Record<LiveState, string>> = {
  connecting: "",
  live: "Live",
  polling: `Updating every ${POLL_S} s`,
  paused: "Paused"
}
