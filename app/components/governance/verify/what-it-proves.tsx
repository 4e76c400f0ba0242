import { Link } from "@remix-run/react"

/** Explains what a good verdict means, and what it does not. */
export function WhatItProves() {
  return (
    <aside aria-label="Help">
      <section className="block" aria-labelledby="proves">
        <div className="block__head">
          <h2 id="proves" className="h3">
            What this proves
          </h2>
        </div>
        <div className="stack small">
          <p>Nobody changed, removed or reordered a ballot after it was stored, and the count follows the rules.</p>
          <p>It does not prove that one account is one person.</p>
          <p>
            <Link to="/resources/recount">Re-counting by hand</Link>
          </p>
        </div>
      </section>
    </aside>
  )
}
