/**
 * The search and filter form above a list. A plain form: it leads to an address that can be bookmarked and shared, with
 * or without scripts.
 */
import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { Icon } from "~/components/base/parts/icon"

type FilterFormProps = {
  /** Accessible name: what is searched. */
  readonly name: string
  readonly action: string
  /** The current query of the address: the fields match it, also after Back. */
  readonly asked: string
  readonly submit?: "Search" | "Filter"
  /** Grid class of styles/parts/filters.css; default: a search, two choices and the button. */
  readonly lay?: "choices" | "three" | "pair"
  /** The list is far below the top of the page, so the scroll position is kept. */
  readonly staysHere?: boolean
  readonly children: ReactNode
  /** Further fields, which are collapsed on a phone; `isOpen` if one of them is in use. */
  readonly folded?: { readonly isOpen: boolean; readonly fields: ReactNode }
  /** Below the row of fields. */
  readonly more?: ReactNode
}

export function FilterForm({
  action,
  asked,
  children,
  folded,
  lay,
  more,
  name,
  staysHere = false,
  submit = "Search"
}: FilterFormProps) {
  return (
    <Form
      key={asked}
      className="filters"
      data-lay={lay}
      role="search"
      aria-label={name}
      action={action}
      preventScrollReset={staysHere}
    >
      {children}
      <button className="button" type="submit">
        <Icon name="search" />
        {submit}
      </button>
      {folded !== undefined && (
        <details className="filters__fold" open={folded.isOpen}>
          <summary>Filters</summary>
          <div className="filters__folded">
            {folded.fields}
            {more !== undefined && <div className="filters__more">{more}</div>}
          </div>
        </details>
      )}
      {folded === undefined && more !== undefined && <div className="filters__more">{more}</div>}
    </Form>
  )
}

type FieldProps = { readonly id: string; readonly name: string; readonly label: string; readonly value: string | null }

export function FilterSearch({
  id,
  label,
  length,
  name,
  value
}: FieldProps & { readonly length: { readonly min?: number; readonly max: number } }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name={name}
        type="search"
        minLength={length.min}
        maxLength={length.max}
        defaultValue={value ?? ""}
      />
    </div>
  )
}

export type FilterOption = readonly [value: string, words: string]

export function FilterChoice({
  any,
  id,
  label,
  name,
  options,
  value
}: FieldProps & {
  readonly options: ReadonlyArray<FilterOption> /** Label of the empty choice. */
  readonly any?: string
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} name={name} defaultValue={value ?? ""}>
        {any !== undefined && <option value="">{any}</option>}
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A checkbox of a filter. */
export function FilterCheck({
  children,
  isOn,
  name,
  value
}: {
  readonly children: ReactNode
  readonly isOn: boolean
  readonly name: string
  readonly value: string
}) {
  return (
    <label className="check">
      <input type="checkbox" name={name} value={value} defaultChecked={isOn} />
      {children}
    </label>
  )
}
