import { createElement, useEffect, useRef } from "react"
import { CopyButton } from "~/components/base/parts/copy-button"
import { Icon, type IconName } from "~/components/base/parts/icon"
import { StateChip } from "~/components/base/parts/state-chip"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { usePageMode } from "~/components/wallet/wallet/use-page-mode"
import type { ConnectButton as Element } from "~/connector/button/define"
import { GuideSection, Specimen } from "./guide-section"

const kinds = [undefined, "primary", "quiet", "danger"] as const
const icons: ReadonlyArray<IconName> = [
  "alert",
  "check",
  "circle",
  "copy",
  "cross",
  "down",
  "flag",
  "home",
  "info",
  "menu",
  "people",
  "search",
  "wallet"
]

type ConnectProps = { readonly status: Element["status"]; readonly personaLabel?: string }

/** The masthead's connect element in a fixed state; clicking it sends no request. */
function ConnectSpecimen({ personaLabel, status }: ConnectProps) {
  const element = useRef<Element>(null)
  const mode = usePageMode()
  useEffect(() => {
    const show = async () => {
      const { defineConnectButton } = await import("~/connector/button/define")
      await defineConnectButton()
      if (element.current === null) return
      Object.assign(element.current, { status, mode })
      if (personaLabel !== undefined) Object.assign(element.current, { connected: true, personaLabel })
    }
    show().catch((error: unknown) => console.error("the connect button could not be loaded", error))
  }, [mode, personaLabel, status])
  return createElement("community-connect", { ref: element })
}

export function Actions() {
  return (
    <>
      <GuideSection id="buttons" title="Buttons" rule="One primary per view. A verb, then an object.">
        {kinds.map((kind) => (
          <Specimen key={kind ?? "plain"} state={kind ?? "plain"}>
            <p className="row">
              <HydratedButton className="button" data-kind={kind}>
                Save changes
              </HydratedButton>
              <HydratedButton className="button" data-kind={kind} disabled>
                Save changes
              </HydratedButton>
              <HydratedButton className="button" data-kind={kind} data-size="s">
                <Icon name="check" /> Save changes
              </HydratedButton>
            </p>
          </Specimen>
        ))}
        <Specimen state="pressed, link, copy">
          <div className="row">
            <HydratedButton className="button" aria-pressed="true">
              Dark
            </HydratedButton>
            <HydratedButton className="link-button">Send the code again</HydratedButton>
            <CopyButton text="account_loc1" what="the address" />
          </div>
        </Specimen>
        {(["default", "pending", "success", "error"] as const).map((status) => (
          <Specimen key={status} state={`Connect button, ${status}`}>
            <ConnectSpecimen status={status} />
          </Specimen>
        ))}
        <Specimen state="Connect button, connected">
          <ConnectSpecimen status="default" personaLabel="Ada L" />
        </Specimen>
      </GuideSection>
      <GuideSection id="states" title="States and icons" rule="Always an icon and a word, never colour alone.">
        <p className="row">
          <StateChip mark="vote" word="Draft" />
          <StateChip mark="vote" state="open" word="Open" />
          <StateChip mark="seal" state="ok" word="Passed" />
          <StateChip mark="seal" state="warn" word="Archived" />
          <StateChip mark="seal" state="bad" word="Rejected" />
          <StateChip mark="key" state="needs" word="To do" />
        </p>
        <ul className="row">
          {icons.map((name) => (
            <li key={name} className="state-line small">
              <Icon name={name} />
              {name}
            </li>
          ))}
        </ul>
      </GuideSection>
    </>
  )
}
