import { NavLink } from "@remix-run/react"
import type { SiteData } from "~/effects/site/SiteData"
import { ThemeChoice } from "../menu/theme-choice"
import { placesOf } from "../places"

const networkName = { local: "Local practice ledger", stokenet: "Test network (Stokenet)" } as const

export function SiteFooter({ data }: { readonly data: SiteData }) {
  const places = placesOf("footer", data.session !== null)
  return (
    <footer className="footer no-print">
      <div className="wrap">
        {places.length > 0 && (
          <nav className="footer__links" aria-label="Footer">
            {places.map(({ name, path }) => (
              <NavLink key={path} to={path} prefetch="intent">
                {name}
              </NavLink>
            ))}
          </nav>
        )}
        <div className="row" data-apart>
          <p className="footer__colophon">
            <span>{networkName[data.ledger]}</span>
            <span>Version {data.appVersion}</span>
            <span>Set in Source Serif and IBM Plex</span>
          </p>
          {data.session === null && <ThemeChoice theme={data.theme} />}
        </div>
      </div>
    </footer>
  )
}
