import { useState } from "react"
import { Icon } from "~/components/base/parts/icon"
import { Menu } from "~/components/base/parts/menu"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { BallotDialog } from "~/components/governance/votes/ballot-dialog"
import { GuideSection, Specimen } from "./guide-section"

/** Layers over a page. Each is a native element: Escape closes it and the focus returns. */
export function Layers() {
  const [isOpen, setOpen] = useState(false)
  return (
    <GuideSection id="layers" title="Layers" rule="The only parts with a shadow. Never one over another.">
      <Specimen state="menu">
        <Menu
          summary={
            <>
              <Icon name="menu" />
              More
            </>
          }
        >
          <ul className="menu__links">
            <li>
              <a href="#layers">Copy the link</a>
            </li>
            <li>
              <a href="#layers">Download the file</a>
            </li>
          </ul>
        </Menu>
      </Specimen>
      <Specimen state="dialog">
        <p>
          <HydratedButton className="button" onClick={() => setOpen(true)}>
            Open the dialog
          </HydratedButton>
        </p>
        {isOpen && (
          <BallotDialog title="Leave the community?" onClose={() => setOpen(false)}>
            <div className="dialog__body stack">
              <p>Your posts stay. You can join again if the community's rules allow it.</p>
              <p className="row">
                <HydratedButton className="button" data-kind="danger" onClick={() => setOpen(false)}>
                  Leave
                </HydratedButton>
                <HydratedButton className="button" onClick={() => setOpen(false)}>
                  Stay
                </HydratedButton>
              </p>
            </div>
          </BallotDialog>
        )}
      </Specimen>
    </GuideSection>
  )
}
