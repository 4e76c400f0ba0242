/** Whether the system has a sheet of its own to share this by. */
export const canShare = (data: ShareData): boolean =>
  "share" in navigator && (!("canShare" in navigator) || navigator.canShare(data))
