/** A running action keeps the keyboard focus: a focused button that is disabled loses it to the page. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { ComponentProps, MouseEvent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { BusyButton } from "~/components/base/forms/busy-button"

describe("a button with a running action", () => {
  it("keeps its place and does nothing until the action ends", () => {
    const html = (isBusy: boolean) => renderToStaticMarkup(<BusyButton isBusy={isBusy}>Send</BusyButton>)
    assert.strictEqual(html(true), '<button type="submit" aria-disabled="true">Send</button>')
    assert.strictEqual(html(false), '<button type="submit">Send</button>')

    const done: Array<string> = []
    const click = (isBusy: boolean) => {
      const outer = BusyButton({ isBusy, onClick: () => done.push("clicked") })
      const { onClick } = outer.type(outer.props).props as ComponentProps<"button">
      const event = { preventDefault: () => done.push("held back") }
      onClick?.(event as unknown as MouseEvent<HTMLButtonElement>) // everything that the button uses
    }
    click(true)
    click(false)
    assert.deepStrictEqual(done, ["held back", "clicked"])
  })

  it("is never replaced by a plain disabled one", () => {
    const busy =
      /<button\b(?:(?!<\/button>)[\s\S])*?[^-]disabled=\{[^}]*(is(Sending|Busy|Saving|Asking|Checking|Submitting|Uploading|Idle)\b|"idle"|progress|intent)/
    const files = readdirSync("app/components", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => join("app/components", file))
    assert.isAbove(files.length, 100)
    assert.deepStrictEqual(
      files.filter((file) => busy.test(readFileSync(file, "utf8"))),
      []
    )
  })
})
