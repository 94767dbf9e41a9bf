use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kitchen unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Unit {
    Gram,
    Kilogram,
    Ounce,
    Pound,
    Milliliter,
    Liter,
    Teaspoon,
    Tablespoon,
    Cup,
    Celsius,
    Fahrenheit,
}

/// The dimension of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Dimension {
    Weight,
    Volume,
    Temperature,
}

const ALL: [Unit; 11] = [
    Unit::Gram,
    Unit::Kilogram,
    Unit::Ounce,
    Unit::Pound,
    Unit::Milliliter,
    Unit::Liter,
    Unit::Teaspoon,
    Unit::Tablespoon,
    Unit::Cup,
    Unit::Celsius,
    Unit::Fahrenheit,
];

impl Unit {
    /// The dimension of the unit.
    pub fn dimension(self) -> Dimension {
        match self {
            Self::Gram | Self::Kilogram | Self::Ounce | Self::Pound => Dimension::Weight,
            Self::Milliliter | Self::Liter | Self::Teaspoon | Self::Tablespoon | Self::Cup => {
                Dimension::Volume
            }
            Self::Celsius | Self::Fahrenheit => Dimension::Temperature,
        }
    }

    /// The name in the model's arguments.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The names of the units that an amount in this one can be converted to.
    pub fn companions(self) -> Vec<String> {
        let of_same = |unit: &&Unit| unit.dimension() == self.dimension() && **unit != self;
        ALL.iter().filter(of_same).map(|unit| unit.name()).collect()
    }

    /// An amount in grams, milliliters or degrees Celsius.
    fn to_base(self, amount: f64) -> f64 {
        match self {
            Self::Fahrenheit => (amount - 32.0) / 1.8,
            unit => amount * unit.factor(),
        }
    }

    fn of_base(self, amount: f64) -> f64 {
        match self {
            Self::Fahrenheit => amount * 1.8 + 32.0,
            unit => amount / unit.factor(),
        }
    }

    /// The factor to the base unit, by definition: the international pound, and the customary units of the United States.
    fn factor(self) -> f64 {
        match self {
            Self::Gram | Self::Milliliter | Self::Celsius | Self::Fahrenheit => 1.0,
            Self::Kilogram | Self::Liter => 1000.0,
            Self::Ounce => 28.349_523_125,
            Self::Pound => 453.592_37,
            Self::Teaspoon => 4.928_921_593_75,
            Self::Tablespoon => 14.786_764_781_25,
            Self::Cup => 236.588_236_5,
        }
    }
}

/// The same amount in another unit; `None` if the units have different dimensions.
pub fn converted(amount: f64, from: Unit, to: Unit) -> Option<f64> {
    (from.dimension() == to.dimension()).then(|| to.of_base(from.to_base(amount)))
}
