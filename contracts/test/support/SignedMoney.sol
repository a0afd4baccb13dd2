// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Exchange} from "../../src/Exchange.sol";
import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {SignedCalls} from "./SignedCalls.sol";

/// @notice Vouchers for POD power for vaults 1 and 2, and for swaps, made, signed and sent as server and app
/// do together.
abstract contract SignedMoney is SignedCalls {
    struct Power {
        address account;
        uint256 drAmount;
        uint256 usdrAmount;
        address referrer;
        uint256 nonce;
        uint256 deadline;
    }

    struct Swap {
        address account;
        uint256 inputAmount;
        uint256 outputAmount;
        address inputToken;
        address outputToken;
        uint256 orderId;
        uint256 nonce;
        uint256 deadline;
    }

    Exchange internal exchange;

    /// @dev The exchange's own quote, valid for a minute.
    function swapOf(address account, uint256 inputAmount, address inputToken, address outputToken)
        internal
        view
        returns (Swap memory)
    {
        (uint256 outputAmount,) = exchange.quote(inputAmount, inputToken, outputToken);
        return Swap({
            account: account,
            inputAmount: inputAmount,
            outputAmount: outputAmount,
            inputToken: inputToken,
            outputToken: outputToken,
            orderId: exchange.lastOrderId(account) + 1,
            nonce: exchange.nonces(account),
            deadline: block.timestamp + 60
        });
    }

    function digestOf(Swap memory v) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "SwapToken(address account,uint256 inputAmount,uint256 outputAmount,address inputTokenAddress,address outputTokenAddress,uint256 orderId,uint256 nonce,uint256 deadline)"
        );
        return _digest(address(exchange), "Exchange", keccak256(abi.encode(typeHash, v)));
    }

    function send(Swap memory v) internal {
        send(v, sign(digestOf(v)));
    }

    function send(Swap memory v, bytes memory signature) internal {
        vm.prank(v.account);
        exchange.swapToken(v.inputAmount, v.outputAmount, v.inputToken, v.outputToken, v.orderId, v.deadline, signature);
    }

    /// @dev `drAmount` of DR at 0.50 USDT, and as much value in USDR.
    function powerOf(address account, uint256 drAmount, address referrer) internal view returns (Power memory) {
        return Power({
            account: account,
            drAmount: drAmount,
            usdrAmount: drAmount / 2,
            referrer: referrer,
            nonce: rights.nonces(account),
            deadline: block.timestamp + 10 minutes
        });
    }

    /// @dev Worked out from the requirement's words, not from the contract's constants.
    function digestOf(Power memory v, bool again) internal view returns (bytes32) {
        string memory fields =
            "(address account,uint256 drAmount,uint256 USDRAmount,address referrer,uint256 nonce,uint256 deadline)";
        bytes32 typeHash = keccak256(abi.encodePacked(again ? "BuyPODpowerAgain" : "BuyPODpower", fields));
        return _digest(address(rights), "DigitalRights", keccak256(abi.encode(typeHash, v)));
    }

    function send(Power memory v) internal {
        send(v, sign(digestOf(v, false)));
    }

    function send(Power memory v, bytes memory signature) internal {
        vm.prank(v.account);
        rights.buyPODpower(v.drAmount, v.usdrAmount, v.referrer, v.deadline, signature);
    }

    function sendAgain(Power memory v) internal {
        sendAgain(v, sign(digestOf(v, true)));
    }

    function sendAgain(Power memory v, bytes memory signature) internal {
        vm.prank(v.account);
        rights.buyPODpowerAgain(v.drAmount, v.usdrAmount, v.referrer, v.deadline, signature);
    }

    /// @dev 5 % of `amount` USDT, in DR at 0.50 USDT.
    function withdrawUsdtOf(WithdrawalVault from, address account, uint256 amount)
        internal
        view
        returns (Withdraw memory)
    {
        return Withdraw({
            account: account,
            amount: amount,
            burnAmount: amount / 10,
            orderId: from.lastOrderId(account) + 1,
            nonce: from.nonces(account),
            deadline: block.timestamp + 10 minutes
        });
    }

    function usdtDigestOf(WithdrawalVault from, Withdraw memory v) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "WithdrawUSDT(address account,uint256 amount,uint256 burnAmount,uint256 orderId,uint256 nonce,uint256 deadline)"
        );
        return _digest(address(from), "WithdrawalVault", keccak256(abi.encode(typeHash, v)));
    }

    function sendUsdt(WithdrawalVault from, Withdraw memory v) internal {
        sendUsdt(from, v, sign(usdtDigestOf(from, v)));
    }

    function sendUsdt(WithdrawalVault from, Withdraw memory v, bytes memory signature) internal {
        vm.prank(v.account);
        from.withdrawUSDT(v.amount, v.burnAmount, v.orderId, v.deadline, signature);
    }
}
