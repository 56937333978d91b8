// Made by `make generate` (scripts/clients/rust.mjs); not to be edited.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::action::{Action, Bounds, Element, LogEntry, Meta, Point, Step, Viewport};
use crate::pairs::finite;

/// load, domcontentloaded, commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LoadState {
    Load,
    DomContentLoaded,
    Commit,
}

impl LoadState {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::DomContentLoaded => "domcontentloaded",
            Self::Commit => "commit",
        }
    }
}

/// left, right, middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MouseButton {
    Left,
    Right,
    Middle,
}

impl MouseButton {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Middle => "middle",
        }
    }
}

/// Alt, Control, ControlOrMeta, Meta, Shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Modifier {
    Alt,
    Control,
    ControlOrMeta,
    Meta,
    Shift,
}

impl Modifier {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Alt => "Alt",
            Self::Control => "Control",
            Self::ControlOrMeta => "ControlOrMeta",
            Self::Meta => "Meta",
            Self::Shift => "Shift",
        }
    }
}

/// up, down, left, right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ScrollDirection {
    Up,
    Down,
    Left,
    Right,
}

impl ScrollDirection {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// compact, full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum SnapshotMode {
    Compact,
    Full,
}

impl SnapshotMode {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Compact => "compact",
            Self::Full => "full",
        }
    }
}

/// text, markdown, html.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ContentFormat {
    Text,
    Markdown,
    Html,
}

impl ContentFormat {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Html => "html",
        }
    }
}

/// text, html, href, src, alt, title, value, name, id, className, tag, role, ariaLabel, visible, bbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Field {
    Text,
    Html,
    Href,
    Src,
    Alt,
    Title,
    Value,
    Name,
    Id,
    ClassName,
    Tag,
    Role,
    AriaLabel,
    Visible,
    Bbox,
}

impl Field {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Html => "html",
            Self::Href => "href",
            Self::Src => "src",
            Self::Alt => "alt",
            Self::Title => "title",
            Self::Value => "value",
            Self::Name => "name",
            Self::Id => "id",
            Self::ClassName => "className",
            Self::Tag => "tag",
            Self::Role => "role",
            Self::AriaLabel => "ariaLabel",
            Self::Visible => "visible",
            Self::Bbox => "bbox",
        }
    }
}

/// debug, info, warning, error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LogLevel {
    Debug,
    Info,
    Warning,
    Error,
}

impl LogLevel {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Opens a page.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct GotoAction(Map<String, Value>);

impl GotoAction {
    /// The action with its defaults.
    pub fn new(url: impl Into<String>) -> Self {
        let mut payload = Map::new();
        payload.insert("url".into(), url.into().into());
        Self(payload)
    }

    /// How far the page has loaded before the answer; `commit` is its first byte. Default: domcontentloaded.
    pub fn wait_until(mut self, value: LoadState) -> Self {
        self.0.insert("waitUntil".into(), value.as_str().into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }

    /// The new size of the window; it stays.
    pub fn viewport(mut self, value: Viewport) -> Self {
        self.0.insert("viewport".into(), json!(value));
        self
    }

    /// Device pixels per CSS pixel. Above 0, up to 3.
    pub fn scale_factor(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("scaleFactor".into(), finite(value.into()));
        self
    }

    /// Width of the window in CSS pixels, with `vh`. 1 to 5000.
    pub fn vw(mut self, value: u32) -> Self {
        self.0.insert("vw".into(), value.into());
        self
    }

    /// Height of the window in CSS pixels, with `vw`. 1 to 5000.
    pub fn vh(mut self, value: u32) -> Self {
        self.0.insert("vh".into(), value.into());
        self
    }

    /// Device pixels per CSS pixel. Above 0, up to 3.
    pub fn device_scale_factor(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("deviceScaleFactor".into(), finite(value.into()));
        self
    }

    /// A key of the device list; it wins over the size.
    pub fn emulate_device(mut self, value: impl Into<String>) -> Self {
        self.0.insert("emulateDevice".into(), value.into().into());
        self
    }
}

impl From<Map<String, Value>> for GotoAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for GotoAction {
    const TYPE: &'static str = "goto";
    type Answer = GotoAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`GotoAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GotoAnswer {
    /// The answer's `url`.
    pub url: String,
    /// The answer's `status`.
    pub status: Option<i64>,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Opens the previous page of the history, if any.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct BackAction(Map<String, Value>);

impl BackAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// How far the page has loaded before the answer; `commit` is its first byte. Default: domcontentloaded.
    pub fn wait_until(mut self, value: LoadState) -> Self {
        self.0.insert("waitUntil".into(), value.as_str().into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for BackAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for BackAction {
    const TYPE: &'static str = "back";
    type Answer = BackAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`BackAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BackAnswer {
    /// The answer's `url`.
    pub url: String,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Opens the next page of the history, if any.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct ForwardAction(Map<String, Value>);

impl ForwardAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// How far the page has loaded before the answer; `commit` is its first byte. Default: domcontentloaded.
    pub fn wait_until(mut self, value: LoadState) -> Self {
        self.0.insert("waitUntil".into(), value.as_str().into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for ForwardAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for ForwardAction {
    const TYPE: &'static str = "forward";
    type Answer = ForwardAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`ForwardAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ForwardAnswer {
    /// The answer's `url`.
    pub url: String,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Reloads the page.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct ReloadAction(Map<String, Value>);

impl ReloadAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// How far the page has loaded before the answer; `commit` is its first byte. Default: domcontentloaded.
    pub fn wait_until(mut self, value: LoadState) -> Self {
        self.0.insert("waitUntil".into(), value.as_str().into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for ReloadAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for ReloadAction {
    const TYPE: &'static str = "reload";
    type Answer = ReloadAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`ReloadAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReloadAnswer {
    /// The answer's `url`.
    pub url: String,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Clicks an element or a point of the window.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct ClickAction(Map<String, Value>);

impl ClickAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// CSS selector of the element.
    pub fn selector(mut self, value: impl Into<String>) -> Self {
        self.0.insert("selector".into(), value.into().into());
        self
    }

    /// A ref of a snapshot, such as `e12`.
    pub fn element_ref(mut self, value: impl Into<String>) -> Self {
        self.0.insert("ref".into(), value.into().into());
        self
    }

    /// CSS pixels of the window, from its top left corner. 0 to 5000.
    pub fn x(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("x".into(), finite(value.into()));
        self
    }

    /// CSS pixels of the window, from its top left corner. 0 to 5000.
    pub fn y(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("y".into(), finite(value.into()));
        self
    }

    /// Button of the mouse. Default: left.
    pub fn button(mut self, value: MouseButton) -> Self {
        self.0.insert("button".into(), value.as_str().into());
        self
    }

    /// Clicks in a row; 2 is a double click. Values above 3 count as 3.
    pub fn click_count(mut self, value: u32) -> Self {
        self.0.insert("clickCount".into(), value.into());
        self
    }

    /// Keys to hold.
    pub fn modifiers(mut self, value: impl IntoIterator<Item = Modifier>) -> Self {
        self.0.insert("modifiers".into(), value.into_iter().map(|each| Value::from(each.as_str())).collect::<Vec<Value>>().into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for ClickAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for ClickAction {
    const TYPE: &'static str = "click";
    type Answer = ClickAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`ClickAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ClickAnswer {
    /// The answer's `url`.
    pub url: String,
    /// The answer's `matched`.
    pub matched: bool,
    /// The answer's `visible`.
    pub visible: bool,
    /// The answer's `elementText`.
    pub element_text: String,
    /// The answer's `tagName`.
    pub tag_name: String,
    /// The answer's `attributes`.
    pub attributes: BTreeMap<String, String>,
    /// The answer's `boundingBox`.
    pub bounding_box: Option<Bounds>,
    /// The answer's `clickedPoint`.
    pub clicked_point: Point,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Moves the mouse over an element, or to a point.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct HoverAction(Map<String, Value>);

impl HoverAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// CSS selector of the element.
    pub fn selector(mut self, value: impl Into<String>) -> Self {
        self.0.insert("selector".into(), value.into().into());
        self
    }

    /// A ref of a snapshot, such as `e12`.
    pub fn element_ref(mut self, value: impl Into<String>) -> Self {
        self.0.insert("ref".into(), value.into().into());
        self
    }

    /// CSS pixels of the window, from its top left corner. 0 to 5000.
    pub fn x(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("x".into(), finite(value.into()));
        self
    }

    /// CSS pixels of the window, from its top left corner. 0 to 5000.
    pub fn y(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("y".into(), finite(value.into()));
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for HoverAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for HoverAction {
    const TYPE: &'static str = "hover";
    type Answer = HoverAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`HoverAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct HoverAnswer {
    /// The answer's `url`.
    pub url: String,
    /// The answer's `matched`.
    pub matched: bool,
    /// The answer's `visible`.
    pub visible: bool,
    /// The answer's `elementText`.
    pub element_text: String,
    /// The answer's `tagName`.
    pub tag_name: String,
    /// The answer's `attributes`.
    pub attributes: BTreeMap<String, String>,
    /// The answer's `boundingBox`.
    pub bounding_box: Option<Bounds>,
    /// The answer's `hoveredPoint`.
    pub hovered_point: Point,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Scrolls as a wheel does at the mouse or in the middle of the window, or scrolls to an element.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct ScrollAction(Map<String, Value>);

impl ScrollAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where to scroll; down by default.
    pub fn direction(mut self, value: ScrollDirection) -> Self {
        self.0.insert("direction".into(), value.as_str().into());
        self
    }

    /// CSS pixels; most of the window by default.
    pub fn amount(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("amount".into(), finite(value.into()));
        self
    }

    /// CSS selector of the element.
    pub fn selector(mut self, value: impl Into<String>) -> Self {
        self.0.insert("selector".into(), value.into().into());
        self
    }

    /// A ref of a snapshot, such as `e12`.
    pub fn element_ref(mut self, value: impl Into<String>) -> Self {
        self.0.insert("ref".into(), value.into().into());
        self
    }

    /// CSS pixels to the right.
    pub fn delta_x(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("deltaX".into(), finite(value.into()));
        self
    }

    /// CSS pixels down.
    pub fn delta_y(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("deltaY".into(), finite(value.into()));
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for ScrollAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for ScrollAction {
    const TYPE: &'static str = "scroll";
    type Answer = ScrollAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`ScrollAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ScrollAnswer {
    /// The answer's `scrollX`.
    pub scroll_x: f64,
    /// The answer's `scrollY`.
    pub scroll_y: f64,
    /// The answer's `atEnd`.
    pub at_end: bool,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Moves the mouse.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct MoveMouseAction(Map<String, Value>);

impl MoveMouseAction {
    /// The action with its defaults.
    pub fn new(x: impl Into<f64>, y: impl Into<f64>) -> Self {
        let mut payload = Map::new();
        payload.insert("x".into(), finite(x.into()));
        payload.insert("y".into(), finite(y.into()));
        Self(payload)
    }

    /// Moves on the way; 1 by default. Values above 100 count as 100.
    pub fn steps(mut self, value: u32) -> Self {
        self.0.insert("steps".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for MoveMouseAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for MoveMouseAction {
    const TYPE: &'static str = "move_mouse";
    type Answer = MoveMouseAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`MoveMouseAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MoveMouseAnswer {
    /// The answer's `x`.
    pub x: f64,
    /// The answer's `y`.
    pub y: f64,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Drags with the left button.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct DragMouseAction(Map<String, Value>);

impl DragMouseAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Points of the way, instead of `from` and `to`.
    pub fn path(mut self, value: impl IntoIterator<Item = Point>) -> Self {
        self.0.insert("path".into(), json!(value.into_iter().collect::<Vec<Point>>()));
        self
    }

    /// Where the button is pressed.
    pub fn from(mut self, value: Point) -> Self {
        self.0.insert("from".into(), json!(value));
        self
    }

    /// Where it is released.
    pub fn to(mut self, value: Point) -> Self {
        self.0.insert("to".into(), json!(value));
        self
    }

    /// Moves between two points; 10 by default. Values above 100 count as 100.
    pub fn steps(mut self, value: u32) -> Self {
        self.0.insert("steps".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for DragMouseAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for DragMouseAction {
    const TYPE: &'static str = "drag_mouse";
    type Answer = DragMouseAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`DragMouseAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DragMouseAnswer {
    /// The answer's `x`.
    pub x: f64,
    /// The answer's `y`.
    pub y: f64,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Returns the position of the mouse.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct CursorPositionAction(Map<String, Value>);

impl CursorPositionAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for CursorPositionAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for CursorPositionAction {
    const TYPE: &'static str = "cursor_position";
    type Answer = CursorPositionAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`CursorPositionAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CursorPositionAnswer {
    /// The answer's `x`.
    pub x: f64,
    /// The answer's `y`.
    pub y: f64,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Types into an element, key by key.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct TypeAction(Map<String, Value>);

impl TypeAction {
    /// The action with its defaults.
    pub fn new(text: impl Into<String>) -> Self {
        let mut payload = Map::new();
        payload.insert("text".into(), text.into().into());
        Self(payload)
    }

    /// CSS selector of the element.
    pub fn selector(mut self, value: impl Into<String>) -> Self {
        self.0.insert("selector".into(), value.into().into());
        self
    }

    /// A ref of a snapshot, such as `e12`.
    pub fn element_ref(mut self, value: impl Into<String>) -> Self {
        self.0.insert("ref".into(), value.into().into());
        self
    }

    /// Milliseconds between two keys; 0 by default. Values above 1000 count as 1000.
    pub fn delay_ms(mut self, value: u32) -> Self {
        self.0.insert("delayMs".into(), value.into());
        self
    }

    /// Empty the field first.
    pub fn clear(mut self, value: bool) -> Self {
        self.0.insert("clear".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for TypeAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for TypeAction {
    const TYPE: &'static str = "type";
    type Answer = TypeAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`TypeAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TypeAnswer {
    /// The answer's `matched`.
    pub matched: bool,
    /// The answer's `visible`.
    pub visible: bool,
    /// The answer's `value`.
    pub value: String,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Types into the focused element.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct TypeTextAction(Map<String, Value>);

impl TypeTextAction {
    /// The action with its defaults.
    pub fn new(text: impl Into<String>) -> Self {
        let mut payload = Map::new();
        payload.insert("text".into(), text.into().into());
        Self(payload)
    }

    /// Milliseconds between two keys; 0 by default. Values above 1000 count as 1000.
    pub fn delay_ms(mut self, value: u32) -> Self {
        self.0.insert("delayMs".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for TypeTextAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for TypeTextAction {
    const TYPE: &'static str = "type_text";
    type Answer = TypeTextAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`TypeTextAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TypeTextAnswer {
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Sets the value of a field at once.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct FillAction(Map<String, Value>);

impl FillAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// CSS selector of the element.
    pub fn selector(mut self, value: impl Into<String>) -> Self {
        self.0.insert("selector".into(), value.into().into());
        self
    }

    /// A ref of a snapshot, such as `e12`.
    pub fn element_ref(mut self, value: impl Into<String>) -> Self {
        self.0.insert("ref".into(), value.into().into());
        self
    }

    /// The new value.
    pub fn value(mut self, value: impl Into<String>) -> Self {
        self.0.insert("value".into(), value.into().into());
        self
    }

    /// The same as `value`.
    pub fn text(mut self, value: impl Into<String>) -> Self {
        self.0.insert("text".into(), value.into().into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for FillAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for FillAction {
    const TYPE: &'static str = "fill";
    type Answer = FillAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`FillAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FillAnswer {
    /// The answer's `matched`.
    pub matched: bool,
    /// The answer's `value`.
    pub value: String,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Selects options of a select element.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct SelectAction(Map<String, Value>);

impl SelectAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// CSS selector of the element.
    pub fn selector(mut self, value: impl Into<String>) -> Self {
        self.0.insert("selector".into(), value.into().into());
        self
    }

    /// A ref of a snapshot, such as `e12`.
    pub fn element_ref(mut self, value: impl Into<String>) -> Self {
        self.0.insert("ref".into(), value.into().into());
        self
    }

    /// Value of the option to select.
    pub fn value(mut self, value: impl Into<String>) -> Self {
        self.0.insert("value".into(), value.into().into());
        self
    }

    /// Values of several options.
    pub fn values(mut self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.0.insert("values".into(), value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into());
        self
    }

    /// Text of the option to select.
    pub fn label(mut self, value: impl Into<String>) -> Self {
        self.0.insert("label".into(), value.into().into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for SelectAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for SelectAction {
    const TYPE: &'static str = "select";
    type Answer = SelectAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`SelectAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SelectAnswer {
    /// The answer's `selected`.
    pub selected: Vec<String>,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Checks a checkbox or a radio button, or unchecks a checkbox.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct CheckAction(Map<String, Value>);

impl CheckAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// CSS selector of the element.
    pub fn selector(mut self, value: impl Into<String>) -> Self {
        self.0.insert("selector".into(), value.into().into());
        self
    }

    /// A ref of a snapshot, such as `e12`.
    pub fn element_ref(mut self, value: impl Into<String>) -> Self {
        self.0.insert("ref".into(), value.into().into());
        self
    }

    /// false unchecks a checkbox. Default: true.
    pub fn checked(mut self, value: bool) -> Self {
        self.0.insert("checked".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for CheckAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for CheckAction {
    const TYPE: &'static str = "check";
    type Answer = CheckAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`CheckAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CheckAnswer {
    /// The answer's `checked`.
    pub checked: bool,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Presses a key, or several at once.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct PressAction(Map<String, Value>);

impl PressAction {
    /// The action with its defaults.
    pub fn new(key: impl Into<String>) -> Self {
        let mut payload = Map::new();
        payload.insert("key".into(), key.into().into());
        Self(payload)
    }

    /// CSS selector of the element.
    pub fn selector(mut self, value: impl Into<String>) -> Self {
        self.0.insert("selector".into(), value.into().into());
        self
    }

    /// A ref of a snapshot, such as `e12`.
    pub fn element_ref(mut self, value: impl Into<String>) -> Self {
        self.0.insert("ref".into(), value.into().into());
        self
    }

    /// How often to press; 1 by default. Values above 100 count as 100.
    pub fn count(mut self, value: u32) -> Self {
        self.0.insert("count".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for PressAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for PressAction {
    const TYPE: &'static str = "press";
    type Answer = PressAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`PressAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PressAnswer {
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Returns the page as an accessibility tree, with a ref for each element that actions can use.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct SnapshotAction(Map<String, Value>);

impl SnapshotAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// CSS selector of the element.
    pub fn selector(mut self, value: impl Into<String>) -> Self {
        self.0.insert("selector".into(), value.into().into());
        self
    }

    /// A ref of a snapshot, such as `e12`.
    pub fn element_ref(mut self, value: impl Into<String>) -> Self {
        self.0.insert("ref".into(), value.into().into());
        self
    }

    /// `compact` leaves out elements that only group others. Default: compact.
    pub fn mode(mut self, value: SnapshotMode) -> Self {
        self.0.insert("mode".into(), value.as_str().into());
        self
    }

    /// Only elements that actions can use.
    pub fn interactive_only(mut self, value: bool) -> Self {
        self.0.insert("interactiveOnly".into(), value.into());
        self
    }

    /// Longest text, in a model's tokens; 4000 by default. Values above 50000 count as 50000.
    pub fn max_tokens(mut self, value: u32) -> Self {
        self.0.insert("maxTokens".into(), value.into());
        self
    }

    /// Return what changed since the last snapshot with the same settings, if that is shorter.
    pub fn changes_only(mut self, value: bool) -> Self {
        self.0.insert("changesOnly".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for SnapshotAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for SnapshotAction {
    const TYPE: &'static str = "snapshot";
    type Answer = SnapshotAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`SnapshotAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SnapshotAnswer {
    /// The answer's `url`.
    pub url: String,
    /// The answer's `title`.
    pub title: String,
    /// The answer's `snapshot`.
    pub snapshot: String,
    /// The answer's `tokenEstimate`.
    pub token_estimate: i64,
    /// The answer's `truncated`.
    pub truncated: bool,
    /// The answer's `changesOnly`.
    pub changes_only: Option<bool>,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Returns the page as clean text, Markdown or HTML.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct ContentAction(Map<String, Value>);

impl ContentAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Form of the content. Default: text.
    pub fn format(mut self, value: ContentFormat) -> Self {
        self.0.insert("format".into(), value.as_str().into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for ContentAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for ContentAction {
    const TYPE: &'static str = "content";
    type Answer = ContentAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`ContentAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ContentAnswer {
    /// The answer's `format`.
    pub format: String,
    /// The answer's `content`.
    pub content: String,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Returns properties of the elements that match a selector.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct QueryAction(Map<String, Value>);

impl QueryAction {
    /// The action with its defaults.
    pub fn new(selector: impl Into<String>) -> Self {
        let mut payload = Map::new();
        payload.insert("selector".into(), selector.into().into());
        Self(payload)
    }

    /// Properties to return of each element.
    pub fn fields(mut self, value: impl IntoIterator<Item = Field>) -> Self {
        self.0.insert("fields".into(), value.into_iter().map(|each| Value::from(each.as_str())).collect::<Vec<Value>>().into());
        self
    }

    /// Attributes to return of each element.
    pub fn attributes(mut self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.0.insert("attributes".into(), value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into());
        self
    }

    /// Elements in the answer; 50 by default. Values above 500 count as 500.
    pub fn limit(mut self, value: u32) -> Self {
        self.0.insert("limit".into(), value.into());
        self
    }

    /// Leave out elements that are not visible.
    pub fn visible_only(mut self, value: bool) -> Self {
        self.0.insert("visibleOnly".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for QueryAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for QueryAction {
    const TYPE: &'static str = "query";
    type Answer = QueryAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`QueryAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct QueryAnswer {
    /// The answer's `selector`.
    pub selector: String,
    /// The answer's `fields`.
    pub fields: Vec<String>,
    /// The answer's `attributes`.
    pub attributes: Vec<String>,
    /// The answer's `limit`.
    pub limit: i64,
    /// The answer's `count`.
    pub count: i64,
    /// The answer's `elements`.
    pub elements: Vec<Element>,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Returns the title of the page, at most 1000 characters.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct TitleAction(Map<String, Value>);

impl TitleAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for TitleAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for TitleAction {
    const TYPE: &'static str = "title";
    type Answer = TitleAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`TitleAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TitleAnswer {
    /// The answer's `title`.
    pub title: String,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Returns the address of the page, at most 8192 characters.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct UrlAction(Map<String, Value>);

impl UrlAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for UrlAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for UrlAction {
    const TYPE: &'static str = "url";
    type Answer = UrlAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`UrlAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct UrlAnswer {
    /// The answer's `url`.
    pub url: String,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Returns console entries of scripts and browser, newest last.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct ConsoleAction(Map<String, Value>);

impl ConsoleAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The least severe level to return. Default: debug.
    pub fn level(mut self, value: LogLevel) -> Self {
        self.0.insert("level".into(), value.as_str().into());
        self
    }

    /// Entries in the answer; 100 by default. Values above 500 count as 500.
    pub fn limit(mut self, value: u32) -> Self {
        self.0.insert("limit".into(), value.into());
        self
    }

    /// Forget the entries so far.
    pub fn clear(mut self, value: bool) -> Self {
        self.0.insert("clear".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for ConsoleAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for ConsoleAction {
    const TYPE: &'static str = "console";
    type Answer = ConsoleAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`ConsoleAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConsoleAnswer {
    /// The answer's `entries`.
    pub entries: Vec<LogEntry>,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Returns uncaught errors and failed requests, newest last.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct ErrorsAction(Map<String, Value>);

impl ErrorsAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The least severe level to return. Default: debug.
    pub fn level(mut self, value: LogLevel) -> Self {
        self.0.insert("level".into(), value.as_str().into());
        self
    }

    /// Entries in the answer; 100 by default. Values above 500 count as 500.
    pub fn limit(mut self, value: u32) -> Self {
        self.0.insert("limit".into(), value.into());
        self
    }

    /// Forget the entries so far.
    pub fn clear(mut self, value: bool) -> Self {
        self.0.insert("clear".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for ErrorsAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for ErrorsAction {
    const TYPE: &'static str = "errors";
    type Answer = ErrorsAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`ErrorsAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ErrorsAnswer {
    /// The answer's `entries`.
    pub entries: Vec<LogEntry>,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Waits until an element matches. If none does in time, the answer is `matched: false`, not an error.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct WaitForSelectorAction(Map<String, Value>);

impl WaitForSelectorAction {
    /// The action with its defaults.
    pub fn new(selector: impl Into<String>) -> Self {
        let mut payload = Map::new();
        payload.insert("selector".into(), selector.into().into());
        Self(payload)
    }

    /// Wait until it is visible, too.
    pub fn visible(mut self, value: bool) -> Self {
        self.0.insert("visible".into(), value.into());
        self
    }

    /// Longest wait in milliseconds; 10000 by default. Values above 25000 count as 25000.
    pub fn timeout_ms(mut self, value: u32) -> Self {
        self.0.insert("timeoutMs".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for WaitForSelectorAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for WaitForSelectorAction {
    const TYPE: &'static str = "wait_for_selector";
    type Answer = WaitForSelectorAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`WaitForSelectorAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WaitForSelectorAnswer {
    /// The answer's `matched`.
    pub matched: bool,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Waits at most 2500 ms; longer waits are cut.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct WaitForTimeoutAction(Map<String, Value>);

impl WaitForTimeoutAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Milliseconds; 1000 by default. Values above 2500 count as 2500.
    pub fn timeout_ms(mut self, value: u32) -> Self {
        self.0.insert("timeoutMs".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for WaitForTimeoutAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for WaitForTimeoutAction {
    const TYPE: &'static str = "wait_for_timeout";
    type Answer = WaitForTimeoutAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`WaitForTimeoutAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WaitForTimeoutAnswer {
    /// The answer's `waitedMs`.
    pub waited_ms: i64,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Takes a picture of the window, the whole page or an element.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct ScreenshotAction(Map<String, Value>);

impl ScreenshotAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The whole page instead of the window.
    pub fn full_page(mut self, value: bool) -> Self {
        self.0.insert("fullPage".into(), value.into());
        self
    }

    /// CSS selector of an element to capture alone.
    pub fn selector(mut self, value: impl Into<String>) -> Self {
        self.0.insert("selector".into(), value.into().into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }

    /// The new size of the window; it stays.
    pub fn viewport(mut self, value: Viewport) -> Self {
        self.0.insert("viewport".into(), json!(value));
        self
    }

    /// Device pixels per CSS pixel. Above 0, up to 3.
    pub fn scale_factor(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("scaleFactor".into(), finite(value.into()));
        self
    }

    /// Width of the window in CSS pixels, with `vh`. 1 to 5000.
    pub fn vw(mut self, value: u32) -> Self {
        self.0.insert("vw".into(), value.into());
        self
    }

    /// Height of the window in CSS pixels, with `vw`. 1 to 5000.
    pub fn vh(mut self, value: u32) -> Self {
        self.0.insert("vh".into(), value.into());
        self
    }

    /// Device pixels per CSS pixel. Above 0, up to 3.
    pub fn device_scale_factor(mut self, value: impl Into<f64>) -> Self {
        self.0.insert("deviceScaleFactor".into(), finite(value.into()));
        self
    }

    /// A key of the device list; it wins over the size.
    pub fn emulate_device(mut self, value: impl Into<String>) -> Self {
        self.0.insert("emulateDevice".into(), value.into().into());
        self
    }
}

impl From<Map<String, Value>> for ScreenshotAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for ScreenshotAction {
    const TYPE: &'static str = "screenshot";
    type Answer = ScreenshotAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`ScreenshotAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ScreenshotAnswer {
    /// The answer's `contentType`.
    pub content_type: String,
    /// The answer's `bodyBase64`.
    #[serde(rename = "bodyBase64", with = "crate::action::bytes")]
    pub body: Vec<u8>,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Saves cookies, local storage and databases as a profile, which later sessions can load.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct SaveProfileAction(Map<String, Value>);

impl SaveProfileAction {
    /// The action with its defaults.
    pub fn new(name: impl Into<String>) -> Self {
        let mut payload = Map::new();
        payload.insert("name".into(), name.into().into());
        Self(payload)
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for SaveProfileAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for SaveProfileAction {
    const TYPE: &'static str = "save_profile";
    type Answer = SaveProfileAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`SaveProfileAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SaveProfileAnswer {
    /// The answer's `name`.
    pub name: String,
    /// The answer's `bytes`.
    pub bytes: i64,
    /// The answer's `cookies`.
    pub cookies: i64,
    /// The answer's `origins`.
    pub origins: Vec<String>,
    /// The answer's `savedAt`.
    pub saved_at: String,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}

/// Runs several actions, one after another.
#[derive(Clone, Debug, PartialEq, Default)]
#[must_use]
pub struct BatchAction(Map<String, Value>);

impl BatchAction {
    /// The action with its defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an action.
    pub fn and<A: Action>(mut self, action: A) -> Self {
        let step = json!({"type": A::TYPE, "payload": action.payload()});
        match self.0.get_mut("actions") {
            Some(Value::Array(steps)) => steps.push(step),
            _ => drop(self.0.insert("actions".into(), json!([step]))),
        }
        self
    }

    /// Leave out the rest after a failed action. Default: true.
    pub fn stop_on_error(mut self, value: bool) -> Self {
        self.0.insert("stopOnError".into(), value.into());
        self
    }

    /// Add a picture of the page to the answer. The payload may then set the viewport, too.
    pub fn screenshot(mut self, value: bool) -> Self {
        self.0.insert("screenshot".into(), value.into());
        self
    }
}

impl From<Map<String, Value>> for BatchAction {
    /// A payload by names.
    fn from(payload: Map<String, Value>) -> Self {
        Self(payload)
    }
}

impl Action for BatchAction {
    const TYPE: &'static str = "batch";
    type Answer = BatchAnswer;

    fn payload(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The answer to [`BatchAction`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BatchAnswer {
    /// The answer's `results`.
    pub results: Vec<Step>,
    /// The answer's `completed`.
    pub completed: i64,
    /// The answer's `failedIndex`.
    pub failed_index: Option<i64>,
    /// What every answer has.
    #[serde(flatten)]
    pub meta: Meta,
}
