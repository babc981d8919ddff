// @ts-check
/** Catalogue of every text that a person reads, found in the source; `npm run texts` prints it as JSON. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))

/** Files without texts for members or admins. */
const EXCLUDED =
  /\.test\.tsx?$|^(testing|features\/styleguide|ui\/illustrations)\/|^(api\/(schema|limits)|first-content|main|paths|ui\/(Icon|Logo))\.tsx?$/

/** Props and properties that hold texts. */
const TEXT_PROPS = new Set(
  (
    'about action alt aria-label caption counted description details done empty head hint how label lead message models more next ' +
    'noInk none note otherwise placeholder position previous problem prompt question summary text title until waitsFor what why words ' +
    'work above help error'
  ).split(' '),
)

/** Values such as `edit`, which props with the name of a text may have too. */
const IDENTIFIER = /^[a-z]+(-[a-z]+)*$/

/** Strings elsewhere that read like a text: a capitalised word, or several words. */
const READS_LIKE_TEXT = /^(?:[\p{Lu}“{].*\p{L} .*\p{L}|\p{Lu}\p{Ll}\p{L}*(?:$|[…:.]| ?[\d{]))/su

/** Code that reads like a text: names of keys and markup. */
const CODE = /^(?:Enter|Escape|Tab|Home|End|Page(?:Up|Down)|Arrow\w+)$|[<>=]/

/** Operators whose value is one of their sides. */
const CHOICES = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
])

/** Functions whose arguments are texts. */
const TEXT_FUNCTIONS =
  /^(plural|notify|announce|errorMessage|showError|showNote|notifySuccess|setNote|setProblem)$/

/** Functions that return a phrase, such as "3 entries". */
const PHRASE_FUNCTIONS = /^(plural|format(Entries|Answers|Posts|Pictures|Loves|Interval))$/

/**
 * @typedef {object} Text
 * @property {string} file Path below `src`.
 * @property {number} line From 1.
 * @property {string} text Text with `{named}` parameters.
 * @property {boolean} [isFragment] Whether it is part of a sentence: it begins in the middle of one, or a parameter is a text itself.
 */

/**
 * Name of a parameter: the last name in an expression.
 * @param {ts.Node} node
 * @returns {string}
 */
function parameterOf(node) {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments
    return first ? parameterOf(first) : parameterOf(node.expression)
  }
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) {
    return (ts.isJsxElement(node) ? node.openingElement : node).tagName.getText()
  }
  return 'value'
}

/** @param {ts.Node | undefined} node */
const unwrapped = (node) => {
  let inner = node
  while (inner && (ts.isParenthesizedExpression(inner) || ts.isAsExpression(inner))) {
    inner = inner.expression
  }
  return inner
}

/** Whole sentences may stand beside each other in any order of conditions. */
const WHOLE_SENTENCES = /^[\p{Lu}\p{N}#{“].*[.!?…”]$/su

/** @param {ts.Node} node */
const isSentence = (node) => WHOLE_SENTENCES.test((stringOf(node) ?? '').trim())

/** @param {ts.Node} node */
const isPhrase = (node) => /\p{L}{2}/u.test(stringOf(node) ?? '') && !isSentence(node)

/**
 * Value of a constant of the file; undefined for other expressions.
 * @param {ts.Expression} expression
 * @returns {ts.Expression | undefined}
 */
function constantOf(expression) {
  if (!ts.isIdentifier(expression)) return undefined
  for (let scope = expression.parent; scope; scope = scope.parent) {
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue
    for (const statement of scope.statements.filter(ts.isVariableStatement)) {
      const found = statement.declarationList.declarations.find(
        ({ name }) => ts.isIdentifier(name) && name.text === expression.text,
      )
      if (found) return found.initializer
    }
  }
  return undefined
}

/**
 * Whether an expression chooses between texts of a kind. With phrases, the text around it is a fragment.
 * @param {ts.Node | undefined} node
 * @param {(node: ts.Node) => boolean} isOfKind
 * @returns {boolean}
 */
function choosesText(node, isOfKind = isPhrase) {
  const inner = unwrapped(node)
  if (!inner) return false
  if (ts.isConditionalExpression(inner)) {
    return [inner.whenTrue, inner.whenFalse].some(
      (side) => isOfKind(side) || choosesText(side, isOfKind),
    )
  }
  if (ts.isBinaryExpression(inner)) {
    return isOfKind(inner.right) || choosesText(inner.right, isOfKind)
  }
  if (ts.isElementAccessExpression(inner)) {
    const table = unwrapped(constantOf(inner.expression))
    return (
      table !== undefined &&
      ts.isObjectLiteralExpression(table) &&
      table.properties.some((each) => ts.isPropertyAssignment(each) && isOfKind(each.initializer))
    )
  }
  if (ts.isCallExpression(inner) && PHRASE_FUNCTIONS.test(inner.expression.getText())) {
    const texts = inner.arguments.slice(1, 3)
    return texts.length > 0 ? texts.some(isOfKind) : isOfKind === isPhrase
  }
  const constant = ts.isExpression(inner) ? constantOf(inner) : undefined
  return constant !== undefined && choosesText(constant, isOfKind)
}

/**
 * Whether a string is one side of a choice, such as `name ?? 'a member'`.
 * @param {ts.Node} node
 */
const isAlternative = ({ parent }) =>
  ts.isConditionalExpression(parent) ||
  (ts.isBinaryExpression(parent) && CHOICES.has(parent.operatorToken.kind))

/** Punctuation that ends or continues a sentence. */
const CONTINUATION = /^[.,;:!?)]/

/**
 * Text of a string literal or template; undefined for other expressions.
 * @param {ts.Node | undefined} node
 * @returns {string | undefined}
 */
function stringOf(node) {
  const inner = unwrapped(node)
  if (!inner) return undefined
  if (ts.isStringLiteral(inner) || ts.isNoSubstitutionTemplateLiteral(inner)) return inner.text
  if (ts.isTemplateExpression(inner)) {
    return inner.templateSpans.reduce(
      (text, { expression, literal }) => `${text}{${parameterOf(expression)}}${literal.text}`,
      inner.head.text,
    )
  }
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [stringOf(inner.left), stringOf(inner.right)]
    return left !== undefined && right !== undefined ? left + right : undefined
  }
  return undefined
}

/**
 * Whether a template contains a choice between texts.
 * @param {ts.Node} node
 */
const isGlued = (node) =>
  ts.isTemplateExpression(node) && node.templateSpans.some((span) => choosesText(span.expression))

/** Elements that stand inside a sentence. */
const INLINE = new Set(
  'a b code em i kbd mark small span strong sup time Link OutsideLink ContactInfo'.split(' '),
)

/** @param {ts.Node} node */
const tagOf = (node) =>
  ts.isJsxElement(node)
    ? node.openingElement.tagName.getText()
    : ts.isJsxSelfClosingElement(node)
      ? node.tagName.getText()
      : ''

/**
 * Whether a child belongs to the sentence around it.
 * @param {ts.JsxChild} child
 */
function isInline(child) {
  if (ts.isJsxText(child)) return true
  if (ts.isJsxExpression(child)) return true
  return INLINE.has(tagOf(child)) || ts.isJsxSelfClosingElement(child)
}

/**
 * Whether an expression chooses elements, which are texts of their own, instead of a parameter.
 * @param {ts.Node | undefined} node
 * @returns {boolean}
 */
function holdsElements(node) {
  const inner = unwrapped(node)
  if (!inner) return false
  if (ts.isJsxElement(inner) || ts.isJsxFragment(inner)) return true
  return ts.forEachChild(inner, (child) => holdsElements(child) || undefined) ?? false
}

/**
 * JSX text as React renders it: lines are trimmed and joined by a space.
 * @param {string} text
 */
function rendered(text) {
  const lines = text.split('\n')
  return lines
    .map((line, index) => {
      const left = index === 0 ? line : line.trimStart()
      return index === lines.length - 1 ? left : left.trimEnd()
    })
    .filter(Boolean)
    .join(' ')
}

/**
 * Texts of one file.
 * @param {string} file Path below `src`.
 * @param {string} source
 * @returns {Text[]}
 */
export function textsIn(file, source) {
  const root = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  /** @type {Text[]} */
  const texts = []
  const isLocale = file.startsWith('locales/')

  /** @type {(node: ts.Node, text: string, isFragment?: boolean) => void} */
  const add = (node, text, isFragment = false) => {
    const trimmed = text.trim()
    if (!/\p{L}{2}/u.test(trimmed.replace(/\{[^}]*\}/g, ''))) return
    const { line } = root.getLineAndCharacterOfPosition(node.getStart(root))
    const isPart = isFragment || CONTINUATION.test(trimmed)
    texts.push({ file, line: line + 1, text: trimmed, ...(isPart && { isFragment: true }) })
  }

  /**
   * Text of inline children; block children and alternatives are visited on their own.
   * @param {readonly ts.JsxChild[]} children
   */
  const addChildren = (children) => {
    /** @type {ts.Node | undefined} */
    let start
    let text = ''
    let isFragment = false
    let isAfterSentence = false
    let isFirst = true
    const flush = () => {
      const beginsInside = !isFirst && /^\p{Ll}/u.test(text.trim())
      if (start)
        add(
          start,
          text,
          beginsInside || (isFragment && /\p{L}/u.test(text.replace(/\{[^}]*\}/g, ''))),
        )
      isFirst = false
      start = undefined
      text = ''
      isFragment = false
      isAfterSentence = false
    }
    /** @type {(child: ts.JsxChild) => void} */
    const append = (child) => {
      if (ts.isJsxText(child)) {
        if (child.containsOnlyTriviaWhiteSpaces) return
        start ??= child
        isFragment ||= isAfterSentence && /^\p{Ll}/u.test(child.text.trim())
        isAfterSentence = false
        text += rendered(child.text)
      } else if (ts.isJsxExpression(child)) {
        const inner = unwrapped(child.expression)
        if (!inner) return
        const literal = stringOf(inner)
        if (literal !== undefined) {
          start ??= child
          text += literal
        } else if (holdsElements(inner)) {
          flush()
          addExpression(inner, true)
        } else {
          start ??= child
          text += `{${parameterOf(inner)}}`
          isFragment ||= choosesText(inner)
          isAfterSentence = choosesText(inner, isSentence)
          addExpression(inner, true)
        }
      } else if (ts.isJsxElement(child) && isInline(child)) {
        visit(child.openingElement)
        const hidden = /visually-hidden/.test(child.openingElement.attributes.getText())
        if (hidden && text.trim() === '') flush()
        start ??= child
        child.children.forEach(append)
      } else if (isInline(child)) {
        start ??= child
        text += `{${parameterOf(child)}}`
        visit(child)
      } else {
        flush()
        visit(child)
      }
    }
    children.forEach(append)
    flush()
  }

  /**
   * Texts of an expression whose value is a text: both sides of a condition, elements of a list.
   * @param {ts.Node | undefined} node
   * @param {boolean} [isRendered] Whether it is rendered, so that even `edit` is a text.
   */
  const addExpression = (node, isRendered = isLocale) => {
    const inner = unwrapped(node)
    if (!inner) return
    const text = stringOf(inner)
    if (text !== undefined) {
      if (isRendered || !IDENTIFIER.test(text)) add(inner, text, isGlued(inner))
    } else if (ts.isConditionalExpression(inner)) {
      visit(inner.condition)
      addExpression(inner.whenTrue, isRendered)
      addExpression(inner.whenFalse, isRendered)
    } else if (ts.isBinaryExpression(inner) && CHOICES.has(inner.operatorToken.kind)) {
      if (inner.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) visit(inner.left)
      else addExpression(inner.left, isRendered)
      addExpression(inner.right, isRendered)
    } else if (ts.isArrayLiteralExpression(inner)) {
      for (const element of inner.elements) addExpression(element, isRendered)
    } else if (ts.isArrowFunction(inner) && !ts.isBlock(inner.body)) {
      addExpression(inner.body, isRendered)
    } else visit(inner)
    if (inner && ts.isTemplateExpression(inner))
      for (const { expression } of inner.templateSpans) visit(expression)
  }

  /** @type {(node: ts.Node) => void} */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      if (ts.isJsxElement(node)) visit(node.openingElement)
      addChildren(node.children)
      return
    }
    if (ts.isJsxAttribute(node)) {
      const value = node.initializer
      const expression = value && ts.isJsxExpression(value) ? value.expression : value
      if (TEXT_PROPS.has(node.name.getText(root))) addExpression(expression)
      else if (expression) visit(expression)
      return
    }
    if (ts.isPropertyAssignment(node)) {
      const name = node.name.getText(root).replace(/['"]/g, '')
      if (isLocale || TEXT_PROPS.has(name)) addExpression(node.initializer)
      else visit(node.initializer)
      return
    }
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText(root)
      if (!TEXT_FUNCTIONS.test(name)) ts.forEachChild(node, visit)
      else for (const argument of node.arguments) addExpression(argument)
      return
    }
    const text = stringOf(node)
    const isText =
      text !== undefined &&
      !CODE.test(text) &&
      (READS_LIKE_TEXT.test(text) || (isAlternative(node) && /\p{L} \p{L}/u.test(text)))
    if (isText) {
      add(node, text, isGlued(node))
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(root)
  return texts
}

/** Modules that may have texts, by path below `src`. */
export const modulesWithTexts = () =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !EXCLUDED.test(file))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(SOURCE, file), 'utf8') }))

/**
 * Texts of the whole interface, by file and line.
 * @returns {Text[]}
 */
export const allTexts = () =>
  modulesWithTexts().flatMap(({ file, source }) => textsIn(file, source))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${JSON.stringify(allTexts(), null, 2)}\n`)
}
