/**
 * React's elements. React 18 copies an element's props one by one to separate "key" and "ref", also if neither is
 * given; this skips the copy then, as React 19 does.
 */
import { replaced, type Shortcut } from "./replaced"

const READ = "void 0!==a.ref&&(h=a.ref);"
const COPIED = "for(b in a)m.call(a,b)&&!p.hasOwnProperty(b)&&(d[b]=a[b]);"
const NEEDED = `"key"in a||"ref"in a||"__self"in a||"__source"in a||c&&c.defaultProps`

export const elements: Shortcut = {
  file: "/react/cjs/react-jsx-runtime.production.min.js",
  apply: (text) => replaced(text, `${READ}${COPIED}`, `${READ}if(${NEEDED}){${COPIED}}else d=a;`)
}
