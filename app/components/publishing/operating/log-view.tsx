import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import type { LogPage } from "~/effects/publishing/operating/console"
import { LogTable } from "./log-table"

export function LogView({ page }: { readonly page: LogPage }) {
  return (
    <Block id="log" title="Audit log">
      {page.lines.length === 0 && !page.isFirst ? (
        <p className="muted">There are no older entries.</p>
      ) : (
        <LogTable lines={page.lines} />
      )}
      <p className="pager row">
        {!page.isFirst && <Link to="/operator/log">Newest entries</Link>}
        {page.next !== null && <Link to={`/operator/log?after=${page.next}`}>Older entries</Link>}
      </p>
    </Block>
  )
}
