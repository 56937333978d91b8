// The template of clients/rust. rustfmt skips the generated modules.

const folder = 'clients/rust/src';
const header = '// Made by `make generate` (scripts/clients/rust.mjs); not to be edited.\n';

const wordsOf = (name) => name.split(/[_-]|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
const variants = { domcontentloaded: 'DomContentLoaded', networkidle: 'NetworkIdle' };

const pascal = (name) =>
  variants[name] ??
  wordsOf(name)
    .map((word) => `${word[0].toUpperCase()}${word.slice(1)}`)
    .join('');

const spelled = { javascript: 'javascript', type: 'file_type', ref: 'element_ref', loop: 'loops', bodyBase64: 'body' };
const snake = (name) => spelled[name] ?? wordsOf(name).join('_');

const doc = (text, indent = '') => `${indent}/// ${text.replaceAll('<', '\\<')}\n`;

/** A sentence about a value, with bounds and default. */
const sentences = ({ description = '', min, above, max, default: value }) => {
  const plain = description
    .replaceAll(/,?( as JSON)? in base64url(?=[.;:])/g, '')
    .replaceAll(/, separated by commas/g, '');
  const isBounded = max !== undefined && max < 2 ** 31;
  const bounds = above === undefined ? `${min ?? 0} to ${max}.` : `Above ${above}, up to ${max}.`;
  const isSaid = value === undefined || value === false || Array.isArray(value);
  return [plain, isBounded ? bounds : '', isSaid ? '' : `Default: ${value}.`].filter((text) => text !== '').join(' ');
};

/** An enum whose variants are the words of a property. */
const enumOf = (name, values) => `
${doc(`${values.join(', ')}.`)}#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ${name} {
${values.map((value) => `    ${pascal(value)},\n`).join('')}}

impl ${name} {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
${values.map((value) => `            Self::${pascal(value)} => "${value}",\n`).join('')}        }
    }
}
`;

const enumsOf = (named) =>
  [...new Map(named.map(({ name, values }) => [name, values]))].map(([name, values]) => enumOf(name, values)).join('');

/** The type of an argument, and how it becomes a JSON value. */
const arguments_ = {
  boolean: ['bool', 'value.into()'],
  integer: ['u32', 'value.into()'],
  number: ['impl Into<f64>', 'finite(value.into())'],
  string: ['impl Into<String>', 'value.into().into()'],
  base64: ['impl Into<String>', 'encode(&value.into())'],
  texts: [
    'impl IntoIterator<Item = impl Into<String>>',
    'value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into()',
  ],
  numbers: ['impl IntoIterator<Item = f64>', 'value.into_iter().map(finite).collect::<Vec<Value>>().into()'],
  headers: [
    'impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>',
    'Value::Object(value.into_iter().map(|(name, value)| (name.into(), Value::String(value.into()))).collect())',
  ],
  cookies: [
    'impl IntoIterator<Item = Cookie>',
    'value.into_iter().map(|each| json!(each)).collect::<Vec<Value>>().into()',
  ],
};

// Options

const optionEnums = { format: 'PaperFormat', s3Acl: 'S3Acl', waitUntil: 'WaitUntil', media: 'Media' };
const optionEnum = ({ name, endpoints }) =>
  name === 'type' ? `${pascal(endpoints[0])}Type` : (optionEnums[name] ?? pascal(name));

const optionArgument = (option) => {
  const { name, type, items } = option;
  if (type === 'enum') return [optionEnum(option), 'value.as_str().into()'];
  if (type === 'list') return arguments_[items === 'number' ? 'numbers' : 'texts'];
  if (type === 'json') return arguments_[name];
  return arguments_[type] ?? arguments_.string;
};

const setter = (option) => {
  const [type, value] = optionArgument(option);
  return `
${doc(sentences(option), '    ')}    pub fn ${snake(option.name)}(self, value: ${type}) -> Self {
        self.with("${option.name}", ${value})
    }
`;
};

const optionsOf = (endpoint, options) => {
  const name = `${pascal(endpoint)}Options`;
  const own = options.filter((option) => option.name !== 'url' && option.endpoints.includes(endpoint));
  return `
/// Options of the endpoint \`${endpoint}\`. The last value of an option wins.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ${name} {
    pairs: Vec<Pair>,
}

impl Options for ${name} {
    const ENDPOINT: Endpoint = Endpoint::${pascal(endpoint)};

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

impl ${name} {
    /// The service's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an option by its name, such as one of a newer service. A name that is nearly a known one, such as
    /// \`qualty\`, is an error of the call.
    pub fn option(self, name: &str, value: impl Into<Value>) -> Self {
        self.with(name, value.into())
    }

    fn with(mut self, name: &str, value: Value) -> Self {
        set(&mut self.pairs, name, value);
        self
    }
${own.map(setter).join('')}}
`;
};

/** The rule is that of api/src/render/order/read-order.ts. */
const isOfPage = ({ name, endpoints }) =>
  !['url', 'selector', 'selectorId'].includes(name) &&
  ['image', 'pdf', 'content', 'metadata'].every((endpoint) => endpoints.includes(endpoint));

const names = (options, test) => [...new Set(options.filter(test).map(({ name }) => `"${name}"`))].join(' | ');

const namesOf = (endpoint, options) => {
  const own = names(options, ({ name, endpoints }) => name !== 'url' && endpoints.includes(endpoint));
  return `        Endpoint::${pascal(endpoint)} => &[${own.replaceAll(' | ', ', ')}],\n`;
};

const optionsText = (options) => `${header}
use serde_json::{Value, json};

use crate::pairs::{Cookie, Options, Pair, encode, finite, set};
use crate::Endpoint;
${enumsOf(options.filter(({ type }) => type === 'enum').map((option) => ({ name: optionEnum(option), values: option.values })))}${[
  'image',
  'pdf',
  'content',
  'metadata',
  'animated',
]
  .map((endpoint) => optionsOf(endpoint, options))
  .join('')}
/// How a value of JSON stands in a query: \`list\` with commas, \`base64\` and \`json\` in base64url.
pub(crate) fn option_form(name: &str) -> &'static str {
    match name {
${['list', 'base64', 'json'].map((form) => `        ${names(options, ({ type }) => type === form)} => "${form}",\n`).join('')}        _ => "",
    }
}

/// The options of an endpoint, beside \`url\`.
pub(crate) fn option_names(endpoint: Endpoint) -> &'static [&'static str] {
    match endpoint {
${['image', 'pdf', 'content', 'metadata', 'animated'].map((endpoint) => namesOf(endpoint, options)).join('')}    }
}

/// Whether outputs of one page load share the option.
pub(crate) fn is_page_option(name: &str) -> bool {
    matches!(name, ${names(options, isOfPage)})
}
`;

// Actions

const actionEnums = {
  waitUntil: 'LoadState',
  button: 'MouseButton',
  modifiers: 'Modifier',
  direction: 'ScrollDirection',
  mode: 'SnapshotMode',
  format: 'ContentFormat',
  fields: 'Field',
  level: 'LogLevel',
};

const payloadTypes = {
  viewport: ['Viewport', 'json!(value)'],
  path: ['impl IntoIterator<Item = Point>', 'json!(value.into_iter().collect::<Vec<Point>>())'],
  from: ['Point', 'json!(value)'],
  to: ['Point', 'json!(value)'],
};

const payloadArgument = ({ name, type, items, values }) => {
  if (payloadTypes[name]) return payloadTypes[name];
  if (values) return [actionEnums[name], 'value.as_str().into()'];
  if (items?.values)
    return [
      `impl IntoIterator<Item = ${actionEnums[name]}>`,
      'value.into_iter().map(|each| Value::from(each.as_str())).collect::<Vec<Value>>().into()',
    ];
  const argument = arguments_[type === 'array' ? 'texts' : type];
  if (!argument) throw new Error(`Write in scripts/clients/rust.mjs which type the property ${name} has.`);
  return argument;
};

const meanings = {
  selector: 'A CSS selector of the element.',
  ref: 'A ref of a snapshot, such as `e12`, instead of a selector.',
};

const payloadSetter = (property) => {
  const [type, value] = payloadArgument(property);
  const text = sentences(property) || meanings[property.name] || `The property \`${property.name}\`.`;
  return `
${doc(text, '    ')}    pub fn ${snake(property.name)}(mut self, value: ${type}) -> Self {
        self.0.insert("${property.name}".into(), ${value});
        self
    }
`;
};

const resultTypes = {
  boundingBox: 'Option<Bounds>',
  clickedPoint: 'Point',
  hoveredPoint: 'Point',
  entries: 'Vec<LogEntry>',
  elements: 'Vec<Element>',
  results: 'Vec<Step>',
  bodyBase64: 'Vec<u8>',
};
const plainTypes = { boolean: 'bool', integer: 'i64', number: 'f64', string: 'String', enum: 'String' };

const resultType = ({ name, type, items, nullable, required, valuesOf }) => {
  if (resultTypes[name]) return resultTypes[name];
  if (type === 'array') return `Vec<${plainTypes[items.type]}>`;
  if (type === 'object' && valuesOf?.type === 'string') return 'BTreeMap<String, String>';
  const plain = plainTypes[type];
  if (!plain) throw new Error(`Write in scripts/clients/rust.mjs which type the property ${name} has.`);
  return nullable || !required ? `Option<${plain}>` : plain;
};

const resultField = (property) => {
  const { name } = property;
  const attribute = name === 'bodyBase64' ? '    #[serde(rename = "bodyBase64", with = "crate::action::bytes")]\n' : '';
  const text = property.description ?? `The answer's \`${name}\`.`;
  return `${doc(text, '    ')}${attribute}    pub ${snake(name)}: ${resultType(property)},\n`;
};

const isPlainProperty = ({ name, payload }, property) =>
  !(name === 'batch' && property.name === 'actions') && !payload.find((other) => other === property).required;

/** A batch takes its actions one by one, each of another type. */
const batchSetter = `
    /// Adds an action.
    pub fn and<A: Action>(mut self, action: A) -> Self {
        let step = json!({"type": A::TYPE, "payload": action.payload()});
        match self.0.get_mut("actions") {
            Some(Value::Array(steps)) => steps.push(step),
            _ => drop(self.0.insert("actions".into(), json!([step]))),
        }
        self
    }
`;

const actionOf = (action) => {
  const { name, description, payload, result } = action;
  const type = pascal(name);
  const required = payload.filter((property) => property.required && property.name !== 'actions');
  const parameters = required.map((property) => `${snake(property.name)}: ${payloadArgument(property)[0]}`).join(', ');
  const inserts = required.map((property) => {
    const value = payloadArgument(property)[1].replaceAll('value', snake(property.name));
    return `        payload.insert("${property.name}".into(), ${value});\n`;
  });
  const made =
    inserts.length > 0 ? `let mut payload = Map::new();\n${inserts.join('')}        Self(payload)` : 'Self::default()';
  const common = ['success', 'expiresInSeconds', 'notes', 'screenshot'];
  const answers = result.filter((property) => !common.includes(property.name)).map(resultField);
  return `
${doc(description)}#[derive(Clone, Debug, PartialEq${inserts.length > 0 ? '' : ', Default'})]
#[must_use]
pub struct ${type}Action(Map<String, Value>);

impl ${type}Action {
    /// The action with its defaults.
    pub fn new(${parameters}) -> Self {
        ${made}
    }
${name === 'batch' ? batchSetter : ''}${payload
  .filter((property) => isPlainProperty(action, property))
  .map(payloadSetter)
  .join('')}}

impl From<Map<String, Value>> for ${type}Action {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for ${type}Action {
    const TYPE: &'static str = "${name}";
    type Answer = ${type}Answer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [\`${type}Action\`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ${type}Answer {
${answers.join('')}    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}
`;
};

const actionsText = (actions) => {
  const properties = actions.flatMap(({ payload }) => payload);
  const named = properties
    .filter(({ name, values, items }) => actionEnums[name] && (values ?? items?.values))
    .map(({ name, values, items }) => ({ name: actionEnums[name], values: values ?? items.values }));
  return `${header}
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::action::{Action, Bounds, Element, LogEntry, Meta, Point, Step, Viewport};
use crate::pairs::finite;
${enumsOf(named)}${actions.map(actionOf).join('')}`;
};

// Errors

const codesText = (errors) => `${header}
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The stable name of an error of the service.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
#[non_exhaustive]
pub enum Code {
${errors.map(({ code, status, message }) => `${doc(`${message} (${status})`, '    ')}    ${pascal(code)},\n`).join('')}    /// A code that this version of the crate does not know.
    Other(String),
}

impl Code {
    /// The name, such as \`invalid_hash\`.
    pub fn as_str(&self) -> &str {
        match self {
${errors.map(({ code }) => `            Self::${pascal(code)} => "${code}",\n`).join('')}            Self::Other(code) => code,
        }
    }

    /// Whether the same request may succeed later; \`None\` for an unknown code.
    pub(crate) fn is_retryable(&self) -> Option<bool> {
        match self {
            Self::Other(_) => None,
${errors
  .filter(({ retryable }) => retryable)
  .map(({ code }) => `            Self::${pascal(code)} => Some(true),\n`)
  .join('')}            _ => Some(false),
        }
    }
}

impl From<String> for Code {
    fn from(code: String) -> Self {
        match code.as_str() {
${errors.map(({ code }) => `            "${code}" => Self::${pascal(code)},\n`).join('')}            _ => Self::Other(code),
        }
    }
}

impl FromStr for Code {
    type Err = Infallible;

    fn from_str(code: &str) -> Result<Self, Infallible> {
        Ok(code.to_owned().into())
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.as_str().to_owned()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
`;

const timesOf = (limits) => `${header}
// How long the service takes at most.

use std::time::Duration;

${['requestSeconds', 'edgeSeconds', 'actionSeconds', 'batchActionSeconds']
  .map(
    (name) =>
      `pub(crate) const ${name
        .replace('Seconds', 'Time')
        .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
        .toUpperCase()}: Duration = Duration::from_secs(${limits[name]});\n`,
  )
  .join('')}`;

export const files = ({ options, actions, errors, limits }) => ({
  [`${folder}/options.generated.rs`]: optionsText(options),
  [`${folder}/actions.generated.rs`]: actionsText(actions),
  [`${folder}/codes.generated.rs`]: codesText(errors),
  [`${folder}/times.generated.rs`]: timesOf(limits),
});
