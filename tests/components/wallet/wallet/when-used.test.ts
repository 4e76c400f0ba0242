import { afterEach, expect, test, vi } from "vitest"
import { whenUsed } from "~/components/wallet/wallet/when-used"

const page = () => {
  const target = new EventTarget()
  const network = { onLine: true }
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target))
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target))
  vi.stubGlobal("navigator", network)
  return { does: (sign: string) => target.dispatchEvent(new Event(sign)), network }
}

afterEach(() => vi.unstubAllGlobals())

test("the first sign of use starts the job, later ones do not", () => {
  const { does } = page()
  const job = vi.fn()
  whenUsed(job)
  expect(job).not.toHaveBeenCalled()
  does("scroll")
  does("keydown")
  expect(job).toHaveBeenCalledTimes(1)
})

test("a sign without a network is ignored; the next one with it starts the job", () => {
  const { does, network } = page()
  const job = vi.fn()
  whenUsed(job)
  network.onLine = false
  does("pointermove")
  expect(job).not.toHaveBeenCalled()
  network.onLine = true
  does("pointermove")
  expect(job).toHaveBeenCalledTimes(1)
})

test("a cancelled job is not started", () => {
  const { does } = page()
  const job = vi.fn()
  whenUsed(job)()
  does("pointerdown")
  expect(job).not.toHaveBeenCalled()
})
