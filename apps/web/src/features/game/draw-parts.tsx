import { DrawCard } from './draw-card.tsx'
import { DrawResults } from './draw-results.tsx'

/** The whole of the digit draw; a part of its own, since it is off unless configured. */
export const DrawParts = () => (
  <>
    <DrawCard />
    <DrawResults />
  </>
)
