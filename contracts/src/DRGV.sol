// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {FixedSupplyToken} from "./FixedSupplyToken.sol";

/// @title DRGV, which pays electricity and part of a machine's price
/// @notice 100 M minted at deployment (80 M liquidity and exchange, 20 M treasury vesting), never again.
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract DRGV is FixedSupplyToken {
    constructor(address[] memory holders, uint256[] memory amounts)
        FixedSupplyToken("Digital Rights Gas Voucher", "DRGV", holders, amounts)
    {}
}
