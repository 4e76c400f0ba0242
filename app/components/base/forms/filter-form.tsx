/**
 * The form above a list: what is looked for, and in which order. A plain form: its answer is an address that can be kept
 * and passed on, with or without a script.
 */
import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { Icon } from "~/components/base/parts/icon"

type FilterFormProps = {
  /** What is looked through; for those who hear the page. */
  readonly name: string
  readonly action: string
  /** What the address asks now: the fields follow it, also after Back. */
  readonly asked: string
  readonly submit?: "Search" | "Filter"
  /** Which grid of styles/parts/filters.css it takes; a search, two choices and the button where it is left out. */
  readonly lay?: "choices" | "three" | "pair"
  /** The list stands far below the head of the page, which stays where it is. */
  readonly staysHere?: boolean
  readonly children: ReactNode
  /** Further fields, which a phone folds away; `isOpen` where they filter already. */
  readonly folded?: { readonly isOpen: boolean; readonly fields: ReactNode }
  /** Below the line of the fields. */
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
  readonly options: ReadonlyArray<FilterOption> /** What no choice is called. */
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

/** One yes or no of a filter. */
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
