import { BlankEmblem } from "~/components/base/parts/icon"
import { GuideSection, Specimen } from "./guide-section"

const colours = [
  "ground",
  "surface",
  "sunken",
  "ink",
  "ink-2",
  "line",
  "control",
  "primary",
  "primary-soft",
  "needs-you-mark",
  "ok",
  "warn",
  "bad",
  "for",
  "against",
  "abstain"
]

export function ColoursAndType() {
  return (
    <>
      <GuideSection
        id="colour"
        title="Colour"
        rule="One blue for action. Marigold only where something needs the reader."
      >
        <ul className="swatches">
          {colours.map((name) => (
            <li key={name} className="small">
              <svg aria-hidden="true" viewBox="0 0 10 10" preserveAspectRatio="none">
                <rect width="10" height="10" data-colour={name} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </GuideSection>
      <GuideSection
        id="type"
        title="Type"
        rule="Serif for names of things, sans for what people do, mono for what the ledger says."
      >
        <Specimen state="Heading of a part">
          <p className="h3">Riverside Garden Co-op</p>
        </Specimen>
        <Specimen state="Lead, text, small, muted">
          <p className="lead">A lead says in one breath what a page is about.</p>
          <p>Text is set in Plex Sans at sixteen pixels.</p>
          <p className="small muted">Small and muted is for what one may pass over.</p>
        </Specimen>
        <Specimen state="Address and hash">
          <p className="address">account_loc1…k0m4ca6t</p>
          <p className="digest">3f9a0c51d2e8</p>
        </Specimen>
        <Specimen state="Blank emblem">
          <BlankEmblem />
        </Specimen>
      </GuideSection>
    </>
  )
}
