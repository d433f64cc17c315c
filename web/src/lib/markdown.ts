/** The Markdown of the rules pages: headings, paragraphs, lists, tables, bold, code. No HTML. */

export type Inline = { kind: 'text' | 'bold' | 'code'; text: string }

export type Block =
  | { kind: 'heading'; level: number; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; items: Item[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

export interface Item {
  /** The clause it begins with, `R-8`. */
  clause: string | null
  text: Inline[]
  items: Item[]
}

const CLAUSE = /^\*\*([A-Z]-\d+)\b/

export function inline(text: string): Inline[] {
  const plain = text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
  return plain
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part): Inline => {
      if (part.startsWith('**')) return { kind: 'bold', text: part.slice(2, -2) }
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) }
      return { kind: 'text', text: part }
    })
}

const cells = (line: string): Inline[][] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()))

export function markdown(page: string): Block[] {
  const blocks: Block[] = []
  let open: string[] = []
  const close = () => {
    if (open.length) blocks.push({ kind: 'paragraph', text: inline(open.join(' ')) })
    open = []
  }
  for (const line of page.split('\n')) {
    const last = blocks.at(-1)
    const heading = /^(#+) (.*)/.exec(line)
    const item = /^( *)(?:[-*]|\d+\.) (.*)/.exec(line)
    if (heading) {
      close()
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: inline(heading[2] ?? '') })
    } else if (item) {
      close()
      addItem(blocks, item[1]?.length ?? 0, item[2] ?? '')
    } else if (line.startsWith('|')) {
      close()
      if (last?.kind !== 'table') blocks.push({ kind: 'table', head: cells(line), rows: [] })
      else if (!/^[|\s:-]+$/.test(line)) last.rows.push(cells(line))
    } else if (line.trim() === '') close()
    else open.push(line.trim())
  }
  close()
  return blocks
}

function addItem(blocks: Block[], indent: number, text: string): void {
  const last = blocks.at(-1)
  const made: Item = { clause: CLAUSE.exec(text)?.[1] ?? null, text: inline(text), items: [] }
  const parent = last?.kind === 'list' ? last.items.at(-1) : undefined
  if (indent > 0 && parent) parent.items.push(made)
  else if (last?.kind === 'list') last.items.push(made)
  else blocks.push({ kind: 'list', items: [made] })
}
