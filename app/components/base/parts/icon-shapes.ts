/** Paths of the icons on a 24 grid. Without React: pages that are only read draw some themselves. */
const shapes = {
  alert: "M12 4 2.8 19.5h18.4zM12 10v4.5m0 2.2v.3",
  bell: "M6.5 16.5v-5.2a5.5 5.5 0 0 1 11 0v5.2l1.7 1.8H4.8zM10.2 20.8h3.6",
  check: "m5 12.5 4.5 4.5L19 7.5",
  circle: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7v5.2l3.2 2",
  copy: "M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4",
  cross: "m6.5 6.5 11 11m0-11-11 11",
  down: "m6 9.5 6 6 6-6",
  flag: "M6 20.5V4.5h11l-2.5 4 2.5 4H6",
  home: "m4 11 8-6.5 8 6.5v8.5h-5.5V14h-5v5.5H4z",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5m0-8.8v.3",
  lock: "M6.5 10.5h11v9h-11zM9 10.5V8a3 3 0 0 1 6 0v2.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  people:
    "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.8 19.5c.4-3.6 2.8-5.5 6.2-5.5s5.8 1.9 6.2 5.5M15.5 5.4a3.5 3.5 0 0 1 0 6.2m2 2.9c2.2.7 3.4 2.4 3.7 5",
  search: "M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5",
  wallet: "M4.5 7.5h15v12h-15zM4.5 7.5l11-3v3M15.5 13h4"
} as const
export type IconName = keyof typeof shapes
export const iconPath = (name: IconName): string => shapes[name]
