// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {Ownerless} from "./Ownerless.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC20Wrapper} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Wrapper.sol";

/// @title USDR: USDT wrapped 1:1
/// @notice Anyone wraps (`depositFor`) and unwraps (`withdrawTo`) at any time; the supply is the USDT held.
/// There is no owner; USDT sent here by mistake stays and only over-covers the supply.
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract USDR is ERC20, ERC20Permit, ERC20Wrapper, Ownerless {
    constructor(IERC20 usdt) ERC20("Digital Rights USD", "USDR") ERC20Permit("Digital Rights USD") ERC20Wrapper(usdt) {}

    /// @notice The decimals of the wrapped token.
    function decimals() public view override(ERC20, ERC20Wrapper) returns (uint8) {
        return ERC20Wrapper.decimals();
    }
}
