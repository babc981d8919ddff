import { Handwriting, Illustration, Seal } from './Illustration'

/** A page leaves a tablet and flies into a bound book. */
export function TabletToBook() {
  return (
    <Illustration width={480} height={400}>
      <path stroke="var(--rule)" d="M22 372h66M108 384h96M236 372h36M300 384h120" />
      <g transform="rotate(-5 110 250)">
        <rect fill="var(--card)" x="20" y="130" width="172" height="232" rx="14" />
        <path fill="var(--page)" d="M42 146H178V330H42Z" />
        <path strokeWidth="4" d="M104 346h16" />
        <path
          stroke="var(--line)"
          strokeWidth="1.500"
          d="M54 172h52v36H54ZM54 220h52v36H54ZM54 268h52v36H54ZM116 220h50v36h-50Z"
        />
        <path
          stroke="var(--line)"
          strokeWidth="1.500"
          strokeDasharray="3 5"
          d="M116 172h50v36h-50Z"
        />
        <path stroke="var(--line)" strokeDasharray="1 6" d="M54 160h60" />
        <Handwriting left={60} top={192} leading={48} size={0.6} rows={['lu ge', 'mer', 'del']} />
        <Handwriting left={122} top={240} leading={48} size={0.6} rows={['nul']} />
        <path fill="var(--card)" d="M200 168q0-10 5-10t5 10V318l-5 16-5-16Z" />
        <path d="M200 318h10M200 188h10" />
      </g>
      <path
        stroke="var(--line)"
        strokeDasharray="2 8"
        d="M146 178Q150 120 186 96M296 70Q336 66 352 88"
      />
      <g transform="rotate(-14 230 90)">
        <path fill="var(--card)" d="M190 44h82q-4 50 8 96-42 8-90 2 6-50 0-98Z" />
        <Handwriting
          left={204}
          top={74}
          leading={24}
          size={0.8}
          rows={['mule r', 'ger del', 'nul']}
        />
      </g>
      <path fill="var(--card)" d="M262 180 410 162 436 178V186L288 204Z" />
      <path fill="var(--card)" d="M316 182 308 102 384 92 396 172Z" />
      <Handwriting left={322} top={128} leading={22} size={0.7} rows={['de mul', 'rue l']} />
      <path fill="var(--card)" d="M288 196 436 178V350L288 374Z" />
      <path fill="var(--sunk)" d="M288 196 262 180V354L288 374Z" />
      <path d="M262 214l26 16M262 232l26 16M262 312l26 17M262 330l26 17" />
      <path strokeWidth="1.500" d="M300 208 424 193V338L300 358Z" />
      <path d="M326 236 400 227M338 254 388 248" />
      <Seal x={363} y={302} size={0.9} />
    </Illustration>
  )
}
