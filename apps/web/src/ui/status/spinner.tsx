/** A ring; decorative, the text beside it names the work in progress. */
export const Spinner = ({ size = 16 }: { readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 16 16"
    aria-hidden="true"
    className="shrink-0 animate-[spin_.8s_linear_infinite]"
  >
    <circle cx="8" cy="8" r="6.500" fill="none" stroke="currentColor" strokeOpacity=".25" strokeWidth="2" />
    <path
      d="M8 1.500A6.500 6.500 0 0 1 14.500 8"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    />
  </svg>
)
