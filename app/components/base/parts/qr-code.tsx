type Props = { readonly qr: { readonly path: string; readonly size: number }; readonly label: string }

/** A QR code with the quiet zone that scanners need (ISO/IEC 18004: four modules). */
export function QrCode({ label, qr: { path, size } }: Props) {
  return (
    <svg className="qr" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
