import { useState } from "react"
import { Carousel } from "~/components/base/parts/carousel"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { NoCommunities, NothingYet } from "~/components/base/parts/nothing-yet"
import { Notice } from "~/components/base/parts/notice"
import { Spinner } from "~/components/base/parts/spinner"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { GuideSection, Specimen } from "./guide-section"

const tones = [
  [undefined, "Proposals come with the next version."],
  ["ok", "Your profile is saved."],
  ["open", "The vote is open until Friday, 18:00 UTC."],
  ["needs", "Two members are waiting for your approval."],
  ["warn", "The wallet has not answered yet. Open it on your phone."],
  ["bad", "The transaction was rejected. Nothing has changed."]
] as const

export function Messages() {
  const [isThere, setThere] = useState(true)
  return (
    <>
      <GuideSection id="messages" title="Messages" rule="What happened, what it means, what to do.">
        {tones.map(([tone, words]) => (
          <Specimen key={words} state={tone ?? "plain"}>
            <Notice {...(tone !== undefined && { tone })}>
              <p>{words}</p>
            </Notice>
          </Specimen>
        ))}
        <Specimen state="a moment of the ledger">
          <LedgerTime time={{ stateVersion: 123_456, at: "2026-11-20T18:04:09.000Z", isFresh: true }} />
        </Specimen>
        <Specimen state="the gateway is down">
          <LedgerTime time={{ stateVersion: 123_456, at: "2026-11-20T18:04:09.000Z", isFresh: false }} />
        </Specimen>
        <Specimen state="can be dismissed">
          {isThere ? (
            <Notice onDismiss={() => setThere(false)}>
              <p>Connect your wallet to continue to My communities.</p>
            </Notice>
          ) : (
            <HydratedButton className="button" onClick={() => setThere(true)}>
              Show it again
            </HydratedButton>
          )}
        </Specimen>
      </GuideSection>
      <GuideSection id="empty" title="Empty, waiting, moving" rule="Say what is not there and offer the one next step.">
        <Specimen state="empty">
          <NothingYet>
            <p>Nothing is open right now.</p>
          </NothingYet>
        </Specimen>
        <Specimen state="empty directory">
          <NoCommunities />
        </Specimen>
        <Specimen state="waiting">
          <Spinner label="Connecting to wallet..." />
        </Specimen>
        <Specimen state="carousel">
          <Carousel />
        </Specimen>
      </GuideSection>
    </>
  )
}
