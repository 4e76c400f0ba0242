import { expect, test } from "vitest"
import { createLoginStore } from "~/components/wallet/wallet/login-state"

test("a login is pending until the last of several has ended", () => {
  const login = createLoginStore()
  login.begin()
  login.begin()
  login.end()
  expect(login.snapshot().isConnecting).toBe(true)
  login.end()
  expect(login.snapshot().isConnecting).toBe(false)
})

test("a login notifies its listeners, and keeps the same snapshot while nothing changes", () => {
  const login = createLoginStore()
  let heard = 0
  const stop = login.subscribe(() => {
    heard += 1
  })
  const before = login.snapshot()
  expect(login.snapshot()).toBe(before)
  login.report({ message: "The server could not be reached." })
  login.prove("account_tdx_2_a")
  stop()
  login.report(null)
  expect(heard).toBe(2)
  expect(login.snapshot()).toEqual({
    isConnecting: false,
    provenAccount: "account_tdx_2_a",
    notice: null,
    leaving: null
  })
})

test("a login has its initial state on the server, whatever happened in the browser", () => {
  const login = createLoginStore()
  login.begin()
  expect(login.serverSnapshot().isConnecting).toBe(false)
})
