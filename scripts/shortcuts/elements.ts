/**
 * React's elements. React 18 copies what an element is given, name by name, since "key" and "ref" are told apart from the
 * rest; where neither is there, nothing is. React 19 does the same.
 */
import { replaced, type Shortcut } from "./replaced"

const READ = "void 0!==a.ref&&(h=a.ref);"
const COPIED = "for(b in a)m.call(a,b)&&!p.hasOwnProperty(b)&&(d[b]=a[b]);"
const NEEDED = `"key"in a||"ref"in a||"__self"in a||"__source"in a||c&&c.defaultProps`

export const elements: Shortcut = {
  file: "/react/cjs/react-jsx-runtime.production.min.js",
  apply: (text) => replaced(text, `${READ}${COPIED}`, `${READ}if(${NEEDED}){${COPIED}}else d=a;`)
}
