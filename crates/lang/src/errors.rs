//! Error types whose texts are written beside their variants, in both languages.

/// Defines error types with both texts beside each variant: an enum, or structs.
///
/// After `=>` come the English and the Chinese format. They are filled with the fields by name, each
/// [told](crate::Tell) in the language of its text, and with further values given as `name = value`, in which the
/// fields are references. A variant without texts shows the text of its single field. `from` after the fields adds
/// a `From` of the field's type. The types implement `Tell`, `Display` (English) and `Error`; the fields of structs
/// keep the visibility they are written with.
///
/// ```
/// use leitai_lang::{Lang, Tell, errors};
/// use std::io;
///
/// errors! {
///     /// Why nothing was saved.
///     #[derive(Debug)]
///     pub enum SaveError {
///         /// A file could not be written.
///         Io(path: String, error: io::Error) => "{path}: {error}", "{path}：{error}";
///         /// Too much at once.
///         Many { count: usize } => "{count} at once, {more} too many", "一次 {count} 个，多了 {more} 个",
///             more = count - 10;
///         /// The system refused something else.
///         System(error: io::Error) from;
///     }
/// }
///
/// let error = SaveError::Many { count: 12 };
/// assert_eq!(error.to_string(), "12 at once, 2 too many");
/// assert_eq!(error.told(Lang::Zh), "一次 12 个，多了 2 个");
/// let refused = SaveError::from(io::Error::from(io::ErrorKind::PermissionDenied));
/// assert_eq!(refused.told(Lang::Zh), "没有权限");
/// ```
#[macro_export]
macro_rules! errors {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident {$(
            $(#[$vmeta:meta])*
            $Variant:ident
            $(( $($field:ident : $type:ty),+ $(,)? ))?
            $({ $($(#[$nmeta:meta])* $named:ident : $ntype:ty),+ $(,)? })?
            $($from:ident)?
            $(=> $en:literal, $zh:literal $(, $name:ident = $value:expr)* $(,)?)?
        ;)+}
    ) => {
        $(#[$meta])*
        $vis enum $Name {$(
            $(#[$vmeta])*
            $Variant $(( $($type),+ ))? $({ $($(#[$nmeta])* $named: $ntype),+ })?,
        )+}

        impl $crate::Tell for $Name {
            fn told(&self, lang: $crate::Lang) -> String {
                match self {$(
                    $Name::$Variant $(( $($field),+ ))? $({ $($named),+ })? => $crate::errors!(
                        @text lang; $($($field)+)? $($($named)+)?; $($en, $zh $(, $name = $value)*)?
                    ),
                )+}
            }
        }

        $crate::errors!(@shown $Name);
        $($crate::errors!(@from [$($from)?] $Name $Variant [$($($type),+)?]);)+
    };
    ($(
        $(#[$meta:meta])*
        $vis:vis struct $Name:ident
        $(( $fvis:vis $field:ident : $type:ty ))?
        $({ $($(#[$nmeta:meta])* $nvis:vis $named:ident : $ntype:ty),+ $(,)? })?
        $(=> $en:literal, $zh:literal $(, $name:ident = $value:expr)* $(,)?)?
    ;)+) => {$(
        $crate::errors!(@struct $(#[$meta])* $vis $Name $(($fvis $type))? $({ $($(#[$nmeta])* $nvis $named: $ntype),+ })?);

        impl $crate::Tell for $Name {
            fn told(&self, lang: $crate::Lang) -> String {
                let $Name $(($field))? $({ $($named),+ })? = self;
                $crate::errors!(
                    @text lang; $($field)? $($($named)+)?; $($en, $zh $(, $name = $value)*)?
                )
            }
        }

        $crate::errors!(@shown $Name);
    )+};
    (@struct $(#[$meta:meta])* $vis:vis $Name:ident) => {
        $(#[$meta])*
        $vis struct $Name;
    };
    (@struct $(#[$meta:meta])* $vis:vis $Name:ident ($fvis:vis $type:ty)) => {
        $(#[$meta])*
        $vis struct $Name($fvis $type);
    };
    (@struct $(#[$meta:meta])* $vis:vis $Name:ident { $($fields:tt)+ }) => {
        $(#[$meta])*
        $vis struct $Name { $($fields)+ }
    };
    (@text $lang:ident; $field:ident;) => { $crate::Tell::told($field, $lang) };
    (@text $lang:ident; $($field:ident)*; $en:literal, $zh:literal $(, $name:ident = $value:expr)*) => {{
        $(let $name = $crate::Tell::told(&$value, $lang);)*
        $(let $field = $crate::Tell::told(&$field, $lang);)*
        // A text need not use every field.
        $(let _ = &$field;)*
        match $lang {
            $crate::Lang::En => format!($en),
            $crate::Lang::Zh => format!($zh),
        }
    }};
    (@shown $Name:ident) => {
        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&$crate::Tell::told(self, $crate::Lang::En))
            }
        }

        impl ::std::error::Error for $Name {}
    };
    (@from [] $($rest:tt)*) => {};
    (@from [from] $Name:ident $Variant:ident [$type:ty]) => {
        impl From<$type> for $Name {
            fn from(error: $type) -> $Name {
                $Name::$Variant(error)
            }
        }
    };
}
