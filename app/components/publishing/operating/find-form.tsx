import { Form } from "@remix-run/react"

/** Submits by GET, so that the results have an address. */
export function FindForm({ query = "" }: { readonly query?: string }) {
  return (
    <Form role="search" className="stack" action="/operator/find" aria-label="Find a person, community or post">
      <div className="field">
        <label htmlFor="operator-q">Name, account, e-mail address or page address</label>
        <div className="join">
          <input
            className="input"
            id="operator-q"
            name="q"
            type="search"
            defaultValue={query}
            key={query}
            maxLength={300}
            autoComplete="off"
          />
          <button className="button" type="submit">
            Find
          </button>
        </div>
      </div>
    </Form>
  )
}
