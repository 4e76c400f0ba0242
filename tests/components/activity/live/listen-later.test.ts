import { describe, expect, it, vi } from "vitest"
import { listenLater } from "~/components/activity/live/listen-later"
import { CommunityId } from "~/effects/access/Community"

const scripted = () => {
  const stop = vi.fn()
  const source = { listenLive: vi.fn(() => stop) }
  const heard = { onState: vi.fn(), onEvent: vi.fn(), onCut: vi.fn() }
  return { heard, loaded: Promise.resolve(source), source, stop }
}

const GARDEN = CommunityId.make("gardengarden")

describe("live events, whose code is loaded later", () => {
  it("start from the moment of the page, and end on request", async () => {
    const { heard, loaded, source, stop } = scripted()
    const end = listenLater(GARDEN, 42, heard, () => loaded)
    await loaded
    expect(source.listenLive).toHaveBeenCalledExactlyOnceWith(GARDEN, 42, heard)
    expect(stop).not.toHaveBeenCalled()
    end()
    expect(stop).toHaveBeenCalledTimes(1)
  })

  it("never start for a page that was left before", async () => {
    const { heard, loaded, source } = scripted()
    listenLater(GARDEN, 42, heard, () => loaded)()
    await loaded
    expect(source.listenLive).not.toHaveBeenCalled()
  })

  it("are reported as paused when the code fails to load", async () => {
    const { heard } = scripted()
    const failed = Promise.reject(new Error("no network"))
    listenLater(GARDEN, 42, heard, () => failed)
    await failed.catch(() => undefined)
    expect(heard.onState).toHaveBeenCalledExactlyOnceWith("paused")
  })
})
