import { Link, NavLink } from "@remix-run/react"
import { OperatorName } from "~/components/base/parts/operator"
import { placesOf } from "~/components/base/parts/places"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { ThemeChoice } from "~/components/shell/theme-choice"
import type { SiteData } from "~/effects/publishing/site/SiteData"

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
            {data.operator !== null && (
              <span>
                Run by <OperatorName operator={data.operator} />
              </span>
            )}
            <span>Version {data.appVersion}</span>
            <Link to="/resources/self-host#source">Source</Link>
            <span>Set in Source Serif and IBM Plex</span>
            <HydratedButton className="link-button" data-shortcuts="">
              Keyboard shortcuts
            </HydratedButton>
          </p>
          {data.session === null && <ThemeChoice theme={data.theme} />}
        </div>
      </div>
    </footer>
  )
}
