// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {Ownerless} from "./Ownerless.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Burnable.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @notice Common base of DR and DRGV: 100 million minted once, to the holders named at deployment;
/// after that the supply only falls. There is no owner and no minter.
abstract contract FixedSupplyToken is ERC20, ERC20Permit, ERC20Burnable, Ownerless {
    /// @notice Base units minted at deployment (18 decimals).
    uint256 public constant INITIAL_SUPPLY = 100_000_000e18;

    /// @notice `holders` and `amounts` differ in length, or the amounts do not add up to `INITIAL_SUPPLY`.
    error InitialSupplyMismatch();

    constructor(string memory name_, string memory symbol_, address[] memory holders, uint256[] memory amounts)
        ERC20(name_, symbol_)
        ERC20Permit(name_)
    {
        if (holders.length != amounts.length) revert InitialSupplyMismatch();
        for (uint256 i = 0; i < holders.length; ++i) {
            _mint(holders[i], amounts[i]);
        }
        if (totalSupply() != INITIAL_SUPPLY) revert InitialSupplyMismatch();
    }
}
