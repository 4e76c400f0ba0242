type Props = {
  readonly id: string
  readonly label: string
  /** The previous query. */
  readonly query?: string
}

/** One field and its button, for a form that uses GET and needs no script. */
export function SearchField({ id, label, query = "" }: Props) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <span className="join">
        <input className="input" id={id} type="search" name="q" defaultValue={query} key={query} maxLength={60} />
        <button className="button" type="submit">
          Search
        </button>
      </span>
    </>
  )
}
