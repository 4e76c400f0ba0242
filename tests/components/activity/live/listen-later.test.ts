import { describe, expect, it, vi } from "vitest"
import { listenLater } from "~/components/activity/live/listen-later"

const scripted = () => {
  const stop = vi.fn()
  const source = { listenLive: vi.fn(() => stop) }
  const heard = { onState: vi.fn(), onEvent: vi.fn(), onCut: vi.fn() }
  return { heard, loaded: Promise.resolve(source), source, stop }
}

describe("live events, heard once their code has arrived", () => {
  it("begin where the page was made, and end when told", async () => {
    const { heard, loaded, source, stop } = scripted()
    const end = listenLater("community", 42, heard, () => loaded)
    await loaded
    expect(source.listenLive).toHaveBeenCalledExactlyOnceWith("community", 42, heard)
    expect(stop).not.toHaveBeenCalled()
    end()
    expect(stop).toHaveBeenCalledTimes(1)
  })

  it("never begin for a page that was left before", async () => {
    const { heard, loaded, source } = scripted()
    listenLater("community", 42, heard, () => loaded)()
    await loaded
    expect(source.listenLive).not.toHaveBeenCalled()
  })

  it("are said to be paused where the code does not come", async () => {
    const { heard } = scripted()
    const failed = Promise.reject(new Error("no network"))
    listenLater("community", 42, heard, () => failed)
    await failed.catch(() => undefined)
    expect(heard.onState).toHaveBeenCalledExactlyOnceWith("paused")
  })
})
